import { KeyedPages } from '../../counts/keyed-pages.ts';
import { thresholds } from '../thresholds.ts';

/** Pages that are alike by their paths: those of one folder, and those of one name in several. */
export class PageKin {
  readonly #kin = new KeyedPages<string, string>();
  /** Those of them whose findings depend on what their kin have. */
  readonly #asking = new KeyedPages<string, string>();

  put(page: string): void {
    for (const kin of kinsAndEditions(page)) this.#kin.add(page, kin);
  }

  delete(page: string): void {
    this.#kin.delete(page);
    this.forget(page);
  }

  /** The findings of a page depend on what its kin have. */
  ask(page: string): void {
    for (const kin of kinsAndEditions(page)) this.#asking.add(page, kin);
  }

  /** They do so no longer. */
  forget(page: string): void {
    this.#asking.delete(page);
  }

  /**
   * The kin of a page, itself among them, the closest first: the pages of its name, where there are others, and those of its folder. None
   * where there are very many: they are of all kinds.
   */
  of(page: string): ReadonlySet<string>[] {
    const [folder, name] = kinsOf(page);
    const namesakes = this.#kin.pagesOf(name);
    return [...(namesakes.size > 1 ? [namesakes] : []), this.#kin.pagesOf(folder)].map(kin =>
      kin.size > thresholds.mostKin ? none : kin,
    );
  }

  /** Pages whose findings depend on their kin, and may do so on a page: it is kin of theirs, or of one edition. */
  askingAbout(page: string): Set<string> {
    const asking = new Set<string>();
    for (const kin of kinsAndEditions(page)) {
      // One more: the page may just have left, or be the one too many.
      if (this.#kin.pagesOf(kin).size > thresholds.mostEditionPages + 1) continue;
      for (const other of this.#asking.pagesOf(kin)) asking.add(other);
    }
    return asking;
  }

  /**
   * The pages below each folder that a page lies in, itself among them: each may be an edition of the site. Without folders that hold fewer
   * than three pages, or very many.
   */
  editions(page: string): ReadonlySet<string>[] {
    const all = editionsOf(page).map(folder => this.#kin.pagesOf(folder));
    return all.filter(({ size }) => size > thresholds.several && size <= thresholds.mostEditionPages);
  }
}

const none: ReadonlySet<string> = new Set();

/** True for the first page of a folder. */
export function isIndexPage(page: string): boolean {
  return /(?:^|\/)(?:index|default)\.\w+$/i.test(page);
}

/** Its folder, and its name: that of its folder, where it is an index page. */
function kinsOf(page: string): [string, string] {
  const folders = page.split('/');
  const file = folders.pop()!;
  if (!isIndexPage(page)) return [`folder ${folders.join('/')}`, `name ${file}`];
  const name = folders.pop();
  return [`folders ${folders.join('/')}`, name === undefined ? `root ${file}` : `index ${name}`];
}

function kinsAndEditions(page: string): string[] {
  return [...kinsOf(page), ...editionsOf(page)];
}

/** The folders around a page, without the site's root. */
function editionsOf(page: string): string[] {
  const folders = page.split('/').slice(0, -1);
  return folders.map((_, at) => `below ${folders.slice(0, at + 1).join('/')}`);
}
