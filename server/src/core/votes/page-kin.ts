/** Pages that are alike by their paths: those of one folder, and those of one name in several. */
export class PageKin {
  readonly #byKin = new Map<string, Set<string>>();

  put(page: string): void {
    for (const kin of kinsOf(page)) {
      const pages = this.#byKin.get(kin);
      if (pages) pages.add(page);
      else this.#byKin.set(kin, new Set([page]));
    }
  }

  delete(page: string): void {
    for (const kin of kinsOf(page)) {
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
}

const none: ReadonlySet<string> = new Set();
/** More pages of one folder, or one name, are of all kinds. */
const MOST_KIN = 60;

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
