/** Replaces the generated part of an id in normal forms. */
const GENERATED = '\u27e6id\u27e7';

/** N14: attributes that define or reference ids of the page. */
export const idAttributes: ReadonlySet<string> = new Set([
  'id',
  'for',
  'headers',
  'list',
  'form',
  'usemap',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-owns',
  'aria-activedescendant',
  'aria-flowto',
  'aria-details',
  'data-target',
  'data-bs-target',
  'data-parent',
]);

const generatedPart = new RegExp(
  [
    // 3f2504e0-4f89-11d3-9a0c-0305e82c3301
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    // Eight or more hexadecimal digits, with digits and letters.
    '(?<![a-z0-9])(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{8,}(?![a-z0-9])',
    // Long numbers, which nobody writes by hand.
    '\\d{5,}',
    // :r1a: (React)
    ':[rR][0-9a-z]+:',
    // Prefixes of libraries: ember12, ui-id-3, yui_3_17_2, __BVID__12, headlessui-menu-4, mui-12, dijit_form_3, gwt-uid-7, id__3, radix-2
    '(?=\\d)(?<=(?:^|[^a-z])(?:ember|ui-id-|yui_|yui-gen|__bvid__|headlessui-[a-z-]{1,40}-|mui-|gwt-uid-|ext-gen|ext-comp-|isc_|j_idt|radix-|select2-|uid-?|uniqid|tooltip|popover))\\d[\\d_]*',
  ].join('|'),
  'gi',
);

/** N14: replaces the generated parts of ids by a token; hand-written ids stay. Works for references to ids, too. */
export function normalIds(value: string): string {
  return /\d/.test(value) ? value.replace(generatedPart, GENERATED) : value;
}
