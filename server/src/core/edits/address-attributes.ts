/** Attributes that hold one address. */
export const addressAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
  'cite',
  'longdesc',
]);
/** Attributes that hold a list of addresses with descriptors. */
export const sourceSets = new Set(['srcset', 'imagesrcset']);
