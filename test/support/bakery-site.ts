// A bakery's site of twelve pages in two folders, as a person writes it by hand: header with logo and menu, footer, head.

const menu = [
  ['index.html', 'Home'],
  ['breads/index.html', 'Breads'],
  ['courses.html', 'Courses'],
  ['shop.html', 'Shop'],
  ['jobs.html', 'Jobs'],
  ['about.html', 'About'],
  ['contact.html', 'Contact'],
] as const;

const contents: Record<string, [heading: string, paragraphs: string[]]> = {
  'index.html': ['Welcome', ['We have baked in the old mill since 1921.', 'Come and see us, the coffee is fresh too.']],
  'about.html': ['About us', ['Three generations have worked at this oven.', 'Our flour comes from farms near by.']],
  'contact.html': ['Find us', ['Write to us, or ring the bell at the back door before six.']],
  'courses.html': ['Baking days', ['Learn to bake a sourdough loaf in one day.', 'Eight people at most, in spring.']],
  'shop.html': ['The counter', ['Flour, yeast and baskets for proving.', 'We send no parcels.']],
  'jobs.html': ['Work with us', ['We look for an apprentice who likes to get up early.']],
  'breads/index.html': ['Our loaves', ['Everything we bake, from dark to light.', 'Ask for the loaf of the week.']],
  'breads/rye.html': ['Rye bread', ['Dark, dense and sour, it keeps for a week.', 'Whole rye, water, salt, patience.']],
  'breads/spelt.html': ['Spelt bread', ['Nutty and light, from an old grain.', 'Goes well with honey.']],
  'breads/wheat.html': ['Wheat bread', ['White crumb with a thick crust.', 'Best on the same day.']],
  'breads/walnut.html': ['Walnut bread', ['With walnuts of the tree behind the mill.']],
  'breads/raisin.html': ['Raisin bread', ['Sweet, with plump raisins soaked overnight.']],
};

function page(path: string, [heading, paragraphs]: (typeof contents)[string]): string {
  const up = path.includes('/') ? '../' : '';
  const items = menu.map(([address, name]) => {
    const mark = address === path ? ' class="current" aria-current="page"' : '';
    return `        <li><a href="${up}${address}"${mark}>${name}</a></li>\n`;
  });
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${heading} - Mill Lane Bakery</title>
  <link rel="stylesheet" href="${up}css/style.css">
</head>
<body>
  <header>
    <a href="${up}index.html"><img src="${up}img/logo.svg" alt="Mill Lane Bakery"></a>
    <nav>
      <ul>
${items.join('')}      </ul>
    </nav>
  </header>
  <main>
    <h1>${heading}</h1>
${paragraphs.map(text => `    <p>${text}</p>\n`).join('')}  </main>
  <footer>
    <p>Mill Lane Bakery, Mill Lane 4, Riverton. Phone 01234 567890</p>
    <p>&copy; 2025 Mill Lane Bakery. <a href="${up}contact.html">Contact</a></p>
  </footer>
</body>
</html>
`;
}

/** A replacement in one page. */
type Mistake = readonly [page: string, right: string, wrong: string];

/** One mistake of each kind that hands make. */
export const bakeryMistakes = {
  entry: ['breads/rye.html', '        <li><a href="../jobs.html">Jobs</a></li>\n', ''],
  word: ['about.html', '>Breads<', '>Bread<'],
  number: ['breads/wheat.html', '567890', '567980'],
  year: ['courses.html', '2025', '2024'],
  viewport: ['contact.html', '  <meta name="viewport" content="width=device-width, initial-scale=1">\n', ''],
  logo: ['breads/spelt.html', '../img/logo.svg', 'img/logo.svg'],
  title: ['breads/raisin.html', '<title>Raisin', '<title>Walnut'],
  element: ['jobs.html', '<footer>', '<div class="footer">'],
} as const satisfies Record<string, Mistake>;

/** The files of the site, with some mistakes. */
export function bakerySite(...mistakes: Mistake[]): Record<string, string> {
  const files = Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, page(path, content)]));
  for (const [path, right, wrong] of mistakes) {
    files[path] = files[path]!.replaceAll(right, wrong);
    if (wrong.startsWith('<div')) files[path] = files[path].replace('</footer>', '</div>');
  }
  return { ...files, 'css/style.css': 'body {}', 'img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' };
}
