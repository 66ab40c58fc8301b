// A small site in five languages, each with words of its own.
export const languages = ['de', 'en', 'es', 'fr', 'it'];
export const pages = ['about', 'contact', 'index', 'prices', 'products', 'team'];

/** Texts of the pages by path. `linksOf` gives the names of the pages that the menu of a page links to. */
export function translatedSite(
  linksOf: (language: string, name: string) => readonly string[],
  folderOf = (language: string) => `${language}/`,
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language =>
      pages.map(name => [`${folderOf(language)}${name}.html`, page(language, name, linksOf(language, name))]),
    ),
  );
}

/** A page of a translated site: every language has its words and its folder. */
function page(language: string, name: string, links: readonly string[]): string {
  const items = links.map(link => `<li><a href="${link}.html">${language}-${link}</a></li>`).join('\n');
  return `<!DOCTYPE html><html lang="${language}"><head><title>${language} ${name}</title><link rel="stylesheet" href="../site.css"></head>
<body><header><a class="logo" href="index.html"><img src="../logo.png" alt="Acme"></a><nav class="menu"><ul>\n${items}\n</ul></nav></header>
<main><h1>${name} in ${language}</h1><p>${name} ${language} has words that no other page has.</p></main>
<footer><p>Acme</p><p class="address">1 Main Street</p></footer></body></html>`;
}
