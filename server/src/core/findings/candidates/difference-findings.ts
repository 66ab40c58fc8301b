import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';
import { kindOfPath, programOf } from '../../keys/normal-form/file-of.ts';
import { isFileHeld, kindsHeldFor, missingFile } from '../../statements/held-targets.ts';
import { addressOf } from '../../statements/link-targets.ts';
import { isSampleText } from '../../statements/sample-text.ts';
import { wrongContact } from '../../statements/wrong-links.ts';
import type { Difference } from '../agreement/difference.ts';
import type { Compared, DifferenceRule } from '../checks/check.ts';
import { targetAttributes } from '../checks/differences.ts';
import { differenceFacts } from '../explanations/difference-facts.ts';
import { type Finding, uniqueIdentities } from '../finding.ts';
import { severityOf } from '../severity.ts';
import { thresholds } from '../thresholds.ts';

/** The differences that most pages speak for, in the order in which they come. */
function bestSupported(differences: readonly Difference[]): readonly Difference[] {
  if (differences.length <= thresholds.mostDifferences) return differences;
  const share = ({ verdict }: Difference): number => verdict.pages / verdict.of;
  const order = differences.map((difference, index) => ({ index, share: share(difference) }));
  order.sort((a, b) => b.share - a.share || a.index - b.index);
  const kept = order.slice(0, thresholds.mostDifferences).map(({ index }) => index);
  return kept.sort((a, b) => a - b).map(index => differences[index]!);
}

/** True if the page leads to a file of the site that exists, and the example to the same by its full address, with the host. */
function isSameFile(difference: Difference, { page, example }: Compared, exists: (path: string) => boolean): boolean {
  if (difference.kind !== 'attributes' || difference.names.length > 1) return false;
  const [name] = difference.names as [string];
  const here = attributeValue(page.tree, page.source, difference.node, name);
  const there = attributeValue(example.tree, example.source, difference.example, name);
  if (there === undefined || !isFileHeld(page, difference.node, exists, name)) return false;
  const other = normalAddress(there, example.context);
  return other.startsWith('//') && other.replace(/^\/\/[^/]+/, '') === normalAddress(here!, page.context);
}

/**
 * True if the example page is wrong, and not the page. One of these holds:
 * - The example has a sample text.
 * - Its link shows one contact and leads to another, and that of the page does not.
 * - It refers to a missing file, and the page to an existing one. If it is no link, it is enough that the folder has files of this kind.
 */
function isBrokenThere(difference: Difference, { page, example }: Compared, exists: (path: string) => boolean): boolean {
  const { kind, example: other } = difference;
  const { tree, source } = example;
  if (kind === 'text')
    return isSampleText(nodeText(tree, source, other)) && !isSampleText(nodeText(page.tree, page.source, difference.node));
  const isLink = nodeName(tree, other) === 'a';
  if (isLink && kind === 'attributes' && wrongContact(example, other) && !wrongContact(page, difference.node)) return true;
  const isWhole = kind === 'missing' || kind === 'replaced';
  const names = isWhole ? [addressOf.get(tree.name[other]!) ?? ''] : kind === 'attributes' ? difference.names : [];
  const name = names.find(each => targetAttributes.has(each));
  const file = name === undefined ? undefined : missingFile(example, other, exists, name);
  if (name === undefined || file === undefined) return false;
  if (!isLink && kindsHeldFor(example, exists).has(kindOfPath(file))) return true;
  if (kind !== 'attributes') return false;
  const program = programOf(attributeValue(page.tree, page.source, difference.node, name) ?? '', page.context.base);
  return isFileHeld(page, difference.node, exists, name) || (program !== undefined && exists(program));
}

/**
 * The findings about differences of a page from an example page.
 * @param rules the first that has a finding for a difference makes it.
 * @param exists is there a file or folder at this path from the site's root?
 */
export function differenceFindings(
  differences: readonly Difference[],
  compared: Compared,
  rules: readonly DifferenceRule[],
  exists: (path: string) => boolean,
): Finding[] {
  const { page, example } = compared;
  const unique = uniqueIdentities();
  return bestSupported(differences).flatMap((difference): Finding[] => {
    if (isSameFile(difference, compared, exists) || isBrokenThere(difference, compared, exists)) return [];
    let finding: Finding | undefined;
    for (const rule of rules) finding ??= rule(difference, compared);
    if (!finding) return [];
    const identity = unique(finding.identity);
    const severity = severityOf(difference, page, example);
    return [{ ...finding, identity, severity, facts: differenceFacts(difference, page, example, exists) }];
  });
}
