import { makeFolder } from '../../site/folder.ts';

/** A page of the test site: everything but the title and the article is shared by all of them. */
export function page(title: string, article: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="stylesheet" href="/site.css">
</head>
<body>
<div id="header">
<h1>The Example Gazette</h1>
<ul id="menu">
<li><a href="/">Home</a></li>
<li><a href="/about.html">About us</a></li>
<li><a href="/contact.html">Contact</a></li>
</ul>
</div>
<main id="article">
${article}
</main>
<div id="footer">
<p>Published by the Example Press in Example Town.</p>
<p>All rights reserved.</p>
</div>
</body>
</html>
`;
}

/** The pages of the test site, by path. */
export const pages: Record<string, string> = {
  'apples.html': page(
    'Apples',
    '<h2>Apples of autumn</h2>\n<p>The first apples are ripe, and the orchards are open.</p>\n<p>Bring a basket.</p>',
  ),
  'bridges.html': page('Bridges', '<h2>Three old bridges</h2>\n<ul><li>The stone one</li><li>The iron one</li></ul>'),
  'news/clocks.html': page(
    'Clocks',
    '<h2>A museum of clocks</h2>\n<blockquote>Every hour, two hundred of them strike.</blockquote>',
  ),
  'news/dunes.html': page('Dunes', '<h2>Walking in the dunes</h2>\n<pre>Keep to the paths;\nthe grass holds the sand.</pre>'),
};

/** The test site in a folder of its own, removed when the test ends. */
export function makeSite(files: Record<string, string> = pages): string {
  return makeFolder(files);
}
