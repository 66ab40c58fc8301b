import type { ReportedFindings } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import type { Finding, Severity } from 'templens-shared/findings';
import { type Diagnostic, type DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rulePage } from '../docs/rule-page.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import { openDocument, type Session } from './session.ts';
import type { Site } from './site.ts';

/** The data of a finding's diagnostic, from which code actions identify the finding. */
interface DiagnosticData {
  page: string;
  identity: string;
  fixable: boolean;
}

/** The severity in LSP for each severity of a finding. */
export const lspSeverities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Position mappers for the pages of a site, made from open documents or files; each page is read once. */
export class PagePositions {
  readonly #session: Session;
  readonly #site: Site;
  readonly #mappers = new Map<string, Promise<PositionMapper | undefined>>();

  constructor(session: Session, site: Site) {
    this.#session = session;
    this.#site = site;
  }

  /** The mapper for the text of a page in the editor, or else in its file; undefined if the page cannot be read. */
  mapperFor(page: string): Promise<PositionMapper | undefined> {
    return this.#once(page, () => this.#inDocument(page) ?? this.#inFile(page));
  }

  /** Like `mapperFor`, but for the text with which other pages are compared: that of the file while a page is half-typed. */
  comparedMapperFor(page: string): Promise<PositionMapper | undefined> {
    return this.#site.halfTyped.has(page) ? this.#once(`${page}\0file`, () => this.#inFile(page)) : this.mapperFor(page);
  }

  /** The mapper that was made for this key before, or a new one. */
  #once(key: string, make: () => PositionMapper | Promise<PositionMapper | undefined>): Promise<PositionMapper | undefined> {
    const mapper = this.#mappers.get(key) ?? Promise.resolve(make());
    this.#mappers.set(key, mapper);
    return mapper;
  }

  #inDocument(page: string): PositionMapper | undefined {
    const open = openDocument(this.#session, this.#site, page);
    return open && this.#session.documents.positions(open);
  }

  async #inFile(page: string): Promise<PositionMapper | undefined> {
    try {
      const text = await this.#session.dependencies.readPage(this.#site.root, page);
      return new PositionMapper(TextDocument.create(page, 'html', 0, text), this.#session.client.encoding);
    } catch {
      return undefined;
    }
  }
}

/** The diagnostics for the findings of a page, and one with the number of withheld findings; empty if the page can no longer be read. */
export async function findingDiagnostics(
  session: Session,
  site: Site,
  { page, diagnostics, withheld }: ReportedFindings,
  positions: PagePositions,
): Promise<Diagnostic[]> {
  if (diagnostics.length === 0) return [];
  const mapper = await positions.mapperFor(page);
  if (!mapper) return [];
  const shown = await Promise.all(diagnostics.map(finding => findingDiagnostic(session, site, finding, mapper, positions)));
  if (withheld > 0) {
    const message = `${counted(withheld, 'more finding')} on this page not shown.`;
    shown.push({ range: mapper.range(0, 0), severity: DiagnosticSeverity.Information, source: 'templens', message });
  }
  return shown;
}

async function findingDiagnostic(
  session: Session,
  site: Site,
  finding: Finding,
  mapper: PositionMapper,
  positions: PagePositions,
): Promise<Diagnostic> {
  const { page, start, end, code, severity, identity, fixable } = finding;
  const details = (finding.details ?? []).map(detail => ({ page, ...detail }));
  const related = await Promise.all(
    [...details, ...finding.related].map(async (place): Promise<DiagnosticRelatedInformation | undefined> => {
      const at = place.page === page ? mapper : await positions.comparedMapperFor(place.page);
      return (
        at && { location: { uri: uriOf(site.uri, place.page), range: at.range(place.start, place.end) }, message: place.message }
      );
    }),
  );
  const shownRelated = related.filter(information => information !== undefined);
  const { client } = session;
  const data: DiagnosticData = { page, identity, fixable };
  return {
    range: mapper.range(start, end),
    severity: lspSeverities[severity],
    source: 'templens',
    code,
    ...(client.codeDescription && { codeDescription: { href: rulePage(code).href } }),
    message: client.relatedInformation ? finding.message : messageWithRelated(finding),
    ...(client.relatedInformation && shownRelated.length > 0 && { relatedInformation: shownRelated }),
    ...(code === 'templens/unused-ignore' && { tags: [DiagnosticTag.Unnecessary] }),
    data,
  };
}

/** The message with its first related place, for a client that shows no related information. */
function messageWithRelated({ message, related: [first] }: Finding): string {
  return first ? `${message} (${first.page}: ${first.message})` : message;
}
