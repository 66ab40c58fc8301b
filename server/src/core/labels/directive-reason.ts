import { nodeName } from '../../html/access.ts';
import { overrideAttribute } from '../../html/attribute-names.ts';
import type { PageTree } from '../../html/tree.ts';
import type { LabelDirective } from '../directives/page-directives.ts';

/** Sentence that explains why a directive gives a node its label. `directive` is the one that decides the label of `node`. */
export function directiveReason(tree: PageTree, node: number, directive: LabelDirective): string {
  const { kind, label, name } = directive;
  switch (kind) {
    case 'override':
      return `${attribute(tree, node, directive, label)} decides.`;
    case 'ignore':
      return `${attribute(tree, node, directive, 'ignore')} decides: it counts as content, and nobody compares it with other pages.`;
    case 'editable':
      return `It stands in the editable region${quoted(name)} that the page's template leaves open.`;
    case 'locked':
      return name === ''
        ? 'The page is a template itself, and this stands in none of its editable regions.'
        : `The template ${name} locks it: it stands in no editable region.`;
    case 'repeat':
      return `It belongs to the repeating region${quoted(name)} of the page's template.`;
    case 'library-item':
      return `It comes from the library item${name && ` ${name}`}.`;
    case 'rule':
      return `The entry “${name}” of "labels" in the configuration decides.`;
    case 'include':
      return name === '' ? 'It is included into the page.' : `It is included into the page from ${name}.`;
  }
}

/** Names the attribute of the directive, and its element unless that is the node itself. */
function attribute(tree: PageTree, node: number, directive: LabelDirective, value: string): string {
  const written = `${overrideAttribute}="${value}"`;
  return directive.node === node
    ? `Its attribute ${written}`
    : `The attribute ${written} of the <${nodeName(tree, directive.node)}> around it`;
}

/** A name in quotation marks after a space; empty for an empty name. */
function quoted(name: string): string {
  return name && ` “${name}”`;
}
