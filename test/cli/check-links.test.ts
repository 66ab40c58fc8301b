// What `check` reports of links and addresses.
import type { Finding } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { templens } from './templens.ts';

const names = ['index', 'about', 'prices', 'contact', 'shop', 'team'];
const titles: Record<string, string> = {
  index: 'Home',
  about: 'About us',
  prices: 'Prices',
  contact: 'Contact',
  shop: 'Shop',
  team: 'Team',
};
const sentence: Record<string, string> = {
  index: 'Welcome to the workshop at the harbour, where boats have been built of oak for ninety years.',
  about: 'Three sisters run it today, and each of them has sailed around the island in a boat of her own.',
  prices: 'A dinghy takes four weeks to build, and its price depends on the wood that you choose.',
  contact: 'Write to us before you come, since the gate is closed while a boat is carried out.',
  shop: 'Ropes, brass fittings and varnish are on the shelves behind the counter.',
  team: 'Nine people work here in summer, and five of them stay through the winter.',
};

type Change = (text: string, name: string) => string;

/** A page with a menu of all pages, a logo and a footer. */
function page(name: string): string {
  const items = names.map(other => `<li><a href="${other}.html">${titles[other]}</a></li>`).join('\n      ');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${titles[name]} | Boats</title></head>
<body>
  <header>
    <a class="logo" href="index.html"><img src="logo.png" alt="Boats"></a>
    <ul>
      ${items}
    </ul>
  </header>
  <main>
    <h1>${titles[name]}</h1>
    <p>${sentence[name]}</p>
  </main>
  <footer><p>Boats, Harbour Street 12</p> <a href="contact.html">Write to us</a></footer>
</body>
</html>
`;
}

/** The site with what a change makes of its pages. */
function site(change: Change): Record<string, string> {
  return {
    'logo.png': '',
    ...Object.fromEntries(names.map(name => [`${name}.html`, change(page(name), name)])),
  };
}

/** A change on some pages. */
function on(pages: readonly string[], from: string, to: string): Change {
  return (text, name) => {
    if (!pages.includes(name)) return text;
    expect(text).toContain(from);
    return text.replace(from, to);
  };
}

/** What `check` reports of a site: page, line and message of each finding. */
async function reports(files: Record<string, string>): Promise<string[]> {
  const { stdout } = await templens(['check', makeFolder(files), '--format', 'json', '--fail-on', 'never']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
  return diagnostics.map(({ page, line, message }) => `${page}:${line} ${message}`);
}

describe('links that lead nowhere', () => {
  const logo = '<a class="logo" href="index.html">';
  const openLogo = '<a class="logo" href="#">';

  test('are reported wherever the same link leads to a page elsewhere, however few pages have it right', async () => {
    const found = await reports(site(on(['about', 'prices', 'contact', 'team'], logo, openLogo)));
    expect(found).toEqual(
      ['about', 'contact', 'prices', 'team'].map(
        name => `${name}.html:6 <a class="logo"> leads nowhere here; to index.html on 2 other pages.`,
      ),
    );
  });

  test.each(['', '#', 'javascript:void(0)'])('have the address “%s”', async address => {
    const found = await reports(
      site(on(['prices', 'shop', 'team'], '<a href="contact.html">Write', `<a href="${address}">Write`)),
    );
    expect(found).toEqual(
      ['prices', 'shop', 'team'].map(
        name => `${name}.html:20 “Write to us” leads nowhere here; to contact.html on 3 other pages.`,
      ),
    );
  });

  test('are no mistake on the page that the link leads to', async () => {
    expect(await reports(site((text, name) => text.replace(`<li><a href="${name}.html">`, '<li><a href="#">')))).toEqual([]);
  });

  test('are no mistake where a script handles them, or they open a menu', async () => {
    const some = ['about', 'prices', 'contact'];
    const shop = '<li><a href="shop.html">Shop</a></li>';
    for (const other of [
      '<li><a href="#" data-toggle="dropdown">Shop</a></li>',
      '<li><a href="#" onclick="openShop()">Shop</a></li>',
      '<li><a href="#">Shop</a><ul><li><a href="shop.html">Ropes</a></li></ul></li>',
      '<li><a href="#" id="open-shop">Shop</a><script>document.getElementById("open-shop").onclick = show;</script></li>',
    ])
      expect((await reports(site(on(some, shop, other)))).filter(report => report.includes('nowhere'))).toEqual([]);
  });

  test('are no mistake where other pages have the link lead to different pages, or to none', async () => {
    const more = (text: string, name: string): string =>
      text.replace(
        '</footer>',
        `<a href="${name === 'team' ? '#' : name === 'about' ? 'shop.html' : 'team.html'}">Next</a></footer>`,
      );
    expect((await reports(site(more))).filter(report => report.includes('nowhere'))).toEqual([]);
    const dead = (text: string, name: string): string =>
      text.replace('</footer>', `<a href="${name < 'm' ? '#' : 'imprint.html'}">Imprint</a></footer>`);
    expect((await reports(site(dead))).filter(report => report.includes('nowhere'))).toEqual([]);
  });
});

describe('addresses above the folder of the site', () => {
  const home = '<li><a href="index.html">Home</a></li>';
  const above = '<li><a href="../index.html">Home</a></li>';

  test('are reported if the same link of one other page leads to a file of the site', async () => {
    const others = names.filter(name => name !== 'index');
    const found = await reports(site(on(others, home, above)));
    expect(found).toEqual(
      others
        .sort()
        .map(name => `${name}.html:8 “Home” leads above the site’s folder (“../index.html”) here; to index.html on index.html.`),
    );
  });

  test('are right where all pages have them: the folder is part of a larger site', async () => {
    expect(await reports(site(on(names, home, above)))).toEqual([]);
  });

  test('of many links of a page are one finding', async () => {
    const some = ['contact', 'shop', 'team'];
    const found = await reports(site((text, name) => (some.includes(name) ? text.replaceAll('href="', 'href="../') : text)));
    // Those that lead to the page itself are left out.
    expect(found.map(report => report.replace(/ \d links/, ' links'))).toEqual(
      some.map(name => `${name}.html:6 links lead above the site’s folder here, and into it on other pages.`),
    );
  });

  test('of a style sheet or picture are reported if the site has the file', async () => {
    const style = (path: string): Change => on(['team', 'about'], '<title>', `<link rel="stylesheet" href="${path}"><title>`);
    const found = await reports({ ...site(style('../css/site.css')), 'site.css': '' });
    expect(found).toEqual([
      'about.html:3 The file ../css/site.css lies above the site’s folder, which has site.css; 2 pages have it.',
    ]);
    expect(await reports(site(style('../css/site.css')))).toEqual([]);
  });

  test('are never what a page should have', async () => {
    expect(await reports(site(on(names.slice(1), 'src="logo.png"', 'src="../logo.jpg"')))).toEqual([]);
  });
});

describe('an address of the site', () => {
  test('is not wrong because most pages write it with the host', async () => {
    const script = (text: string, name: string): string =>
      text.replace('<title>', `<script src="${name === 'index' ? '' : 'http://boats.example'}/js/main.js"></script><title>`);
    expect(await reports({ ...site(script), 'js/main.js': '' })).toEqual([]);
    expect(await reports(site(script))).toEqual([expect.stringContaining('“http://boats.example/js/main.js”')]);
  });
});

describe('files that do not exist', () => {
  test('are reported at the first place on the page, with the part that it stands in', async () => {
    const dead = (text: string): string =>
      text
        .replace('<li><a href="team', '<li><a href="yards.html">Yards</a></li><li><a href="team')
        .replace('<h1>', '<img src="mark.png" alt=""><h1>');
    const { stdout } = await templens(['check', makeFolder({ ...site(dead), 'site.css': '' }), '--fail-on', 'never']);
    expect(stdout).toContain('about.html:13:');
    expect(stdout).toContain('2 addresses lead to files that do not exist: yards.html, mark.png.');
    const yards = (text: string): string => dead(text).replace('mark.png', 'logo.png');
    const { stdout: one } = await templens(['check', makeFolder(site(yards)), '--fail-on', 'never']);
    expect(one).toContain('This link in the header leads to yards.html, which does not exist; 6 pages have it.');
  });
});

describe('a file that is not there', () => {
  const script = on(['about', 'prices', 'team'], '</main>', '</main><script src="orders.js"></script>');

  test('is reported only on a site that has such files: a folder may hold only the pages', async () => {
    const pages = Object.fromEntries(names.map(name => [`${name}.html`, script(page(name), name)]));
    expect(await reports(pages)).toEqual([]);
    expect(await reports({ ...pages, 'logo.png': '' })).toEqual([
      'about.html:19 The script orders.js does not exist; 3 pages have it.',
    ]);
  });

  test('is reported where two pages link to it in a shared part, as in the content', async () => {
    const dead = on(['prices', 'team'], 'shop.html">Shop', 'shpo.html">Shop');
    expect(await reports(site(dead))).toEqual([
      'prices.html:12 This link in the header leads to shpo.html, which does not exist.',
      'team.html:12 This link in the header leads to shpo.html, which does not exist.',
    ]);
  });

  test('is reported if it is no page and the site has others of its kind', async () => {
    const plans: Change = (text, name) =>
      text.replace('</main>', `<a href="${['shop', 'team'].includes(name) ? 'plan.pdf' : 'plans.pdf'}">Plans</a></main>`);
    const found = ['shop', 'team'].map(name => `${name}.html:19 This link leads to plan.pdf, which does not exist.`);
    expect((await reports({ ...site(plans), 'plans.pdf': '' })).filter(report => report.includes('does not exist'))).toEqual(
      found,
    );
    expect((await reports(site(plans))).filter(report => report.includes('plan.pdf, which'))).toEqual([]);
  });
});

describe('links to the file with the name of the page', () => {
  /** Six folders; half of the pages link to a file with their own name by chance. */
  test('are no rule if all pages that have one have the same name', async () => {
    const folders = ['boats', 'ropes', 'wood', 'brass', 'paint', 'sails'];
    const files = Object.fromEntries(
      folders.flatMap(folder =>
        ['default', folder === 'boats' ? 'oak' : 'list'].map(name => [
          `${folder}/${name}.html`,
          page('about').replace('<footer>', '<footer><a href="../home/default.html">Start</a>'),
        ]),
      ),
    );
    const found = await reports({
      ...files,
      'home/default.html': page('index'),
      'home/list.html': page('team'),
    });
    expect(found.filter(report => report.includes('own name'))).toEqual([]);
  });
});

describe('addresses from the root of the host', () => {
  const icons = (address: string): Change => on(['team', 'about'], '<title>', `<link rel="icon" href="${address}"><title>`);

  test('are right on a site that is served below a path, if the folder has the file without it', async () => {
    expect(await reports(site(icons('/boats/logo.png')))).toEqual([]);
  });

  test('are reported if the folder has no such file, and relative addresses whatever it has', async () => {
    for (const address of ['/boats/icon.png', 'boats/logo.png']) {
      const found = await reports(site(icons(address)));
      expect(found.join('\n')).toContain(`The file ${address.replace(/^\//, '')} does not exist`);
    }
  });
});
