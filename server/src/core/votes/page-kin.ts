/** Pages that are alike by their paths: those of one folder, and those of one name in several. */
export class PageKin {
  readonly #byKin = new Map<string, Set<string>>();

  put(page: string): void {
    for (const kin of [...kinsOf(page), ...editionsOf(page)]) {
      const pages = this.#byKin.get(kin);
      if (pages) pages.add(page);
      else this.#byKin.set(kin, new Set([page]));
    }
  }

  delete(page: string): void {
    for (const kin of [...kinsOf(page), ...editionsOf(page)]) {
      const pages = this.#byKin.get(kin);
      pages?.delete(page);
      if (pages?.size === 0) this.#byKin.delete(kin);
    }
  }

  /**
   * The closest kin of a page, itself among them: the pages of its name, where there are others, else those of its folder. None where there
   * are very many: they are of all kinds.
   */
  of(page: string): ReadonlySet<string> {
    const [folder, name] = kinsOf(page);
    const namesakes = this.#byKin.get(name!)?.size ?? 0;
    const kin = this.#byKin.get(namesakes > 1 ? name! : folder!) ?? none;
    return kin.size > MOST_KIN ? none : kin;
  }

  /** All pages that a page may be kin of, or of one edition with, itself among them. */
  around(page: string): Set<string> {
    const groups = [...kinsOf(page), ...editionsOf(page)].map(kin => this.#byKin.get(kin) ?? none);
    // One more: the page may just have left, or be the one too many.
    return new Set(groups.filter(({ size }) => size <= MOST_OF_EDITION + 1).flatMap(pages => [...pages]));
  }

  /**
   * The pages below each folder that a page lies in, itself among them: each may be an edition of the site. Without folders that hold fewer
   * than three pages, or very many.
   */
  editions(page: string): ReadonlySet<string>[] {
    const all = editionsOf(page).map(folder => this.#byKin.get(folder) ?? none);
    return all.filter(({ size }) => size >= FEWEST_OF_EDITION && size <= MOST_OF_EDITION);
  }
}

const none: ReadonlySet<string> = new Set();
/** More pages of one folder, or one name, are of all kinds. */
const MOST_KIN = 60;

/** Fewer pages below a folder are no edition; more would take long to ask. */
const FEWEST_OF_EDITION = 3;
const MOST_OF_EDITION = 240;

const index = /^(?:index|default)\.\w+$/i;

/** Its folder, and its name: that of its folder, where it is an index page. */
function kinsOf(page: string): [string, string] {
  const folders = page.split('/');
  const file = folders.pop()!;
  const isIndex = index.test(file);
  if (!isIndex) return [`folder ${folders.join('/')}`, `name ${file}`];
  const name = folders.pop();
  return [`folders ${folders.join('/')}`, name === undefined ? `root ${file}` : `index ${name}`];
}

/** The folders around a page, without the site's root. */
function editionsOf(page: string): string[] {
  const folders = page.split('/').slice(0, -1);
  return folders.map((_, at) => `below ${folders.slice(0, at + 1).join('/')}`);
}
