// What belongs to a quote besides itself: its figures, its pictures.

import { get } from "./api.js";

// `pathTo(quote)` is where the quote stands; `again` brings one anew that the service has forgotten.
export async function belonging(name, quote, { pathTo, again = null, signal }) {
  try {
    return await get(`${pathTo(quote)}/${name}`, { signal });
  } catch (error) {
    if (error.status !== 404 || !again) throw error;
    return get(`${pathTo(await again())}/${name}`, { signal });
  }
}
