// The sections of the form, under one name.

export { hardware } from "./hardware.js";
export { models } from "./models.js";
export { costs, policy, showBook, solver } from "./policy.js";
export { sites } from "./sites.js";
export { workloads } from "./workloads.js";
