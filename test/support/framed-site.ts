// A site of pages in one frame (menu, side column, footer), in two folders: what all pages agree on, and what each has of its own.

export interface FramedPage {
  path: string;
  /** Lines of the frame and of the content; content lines are marked, so that tests can leave them alone. */
  lines: { text: string; content: boolean }[];
}

const topics = [
  'apples',
  'bridges',
  'clocks',
  'dunes',
  'engines',
  'fountains',
  'gardens',
  'harbours',
  'islands',
  'juniper',
  'kites',
  'lamps',
];

/** As many pages as asked for; every other one lies in the folder `docs/`. */
export function framedSite(pages: number): FramedPage[] {
  return Array.from({ length: pages }, (_, index) => {
    const inDocs = index % 2 === 1;
    const up = inDocs ? '../' : '';
    const topic = `${topics[index % topics.length]}-${index}`;
    const frame = (text: string) => ({ text, content: false });
    const content = (text: string) => ({ text, content: true });
    return {
      path: `${inDocs ? 'docs/' : ''}${topic}.html`,
      lines: [
        ...['<!DOCTYPE html>', '<html lang="en">', '<head>', '  <meta charset="utf-8">'].map(frame),
        content(`  <title>All about ${topic}</title>`),
        ...[
          `  <link rel="stylesheet" href="${up}style/site.css">`,
          `  <script src="${up}script/menu.js"></script>`,
          '</head>',
          '<body>',
          '  <header>',
          `    <a href="${up}index.html"><img src="${up}style/logo.png" alt="The Gazette"></a>`,
          '  </header>',
          '  <nav>',
          '    <ul>',
          `      <li><a href="${up}news.html">News</a></li>`,
          `      <li><a href="${up}archive.html">Archive</a></li>`,
          `      <li><a href="${up}people.html">People</a></li>`,
          `      <li><a href="${up}contact.html">Contact</a></li>`,
          '    </ul>',
          '  </nav>',
          '  <main>',
        ].map(frame),
        content(`    <h1>Of ${topic}</h1>`),
        ...Array.from({ length: 1 + (index % 4) }, (_, line) =>
          content(`    <p>What ${topic} has to say in line ${line}, <em>and</em> ${index * 31 + line} times over.</p>`),
        ),
        ...[
          '  </main>',
          '  <aside>',
          '    <h2>Read on</h2>',
          `    <p>Our <a href="${up}letter.html">weekly letter</a> costs nothing.</p>`,
          '  </aside>',
          '  <footer>',
          '    <p>Printed by the Example Press.</p>',
          `    <p><a href="${up}imprint.html">Imprint</a> <a href="${up}privacy.html">Privacy</a></p>`,
          '  </footer>',
          '</body>',
          '</html>',
          '',
        ].map(frame),
      ],
    };
  });
}

export function textOf({ lines }: FramedPage): string {
  return lines.map(({ text }) => text).join('\n');
}

/** The files that the frame of a `framedSite` leads to, so that no link of it is broken. */
export const framedSiteFiles: Record<string, string> = Object.fromEntries(
  ['style/site.css', 'script/menu.js', 'style/logo.png'].map(path => [path, '']),
);
