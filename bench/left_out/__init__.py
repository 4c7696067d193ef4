"""How far interpolation errs where a measured point, or a shape, is left out."""
