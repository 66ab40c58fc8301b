// Content extractors that other people maintain, each from the HTML of a page to the words that it takes for the main content.
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';
import { htmlWords } from './content-words.ts';

export const contentPeers: {
  readonly [Name in 'readability' | 'defuddle']: (html: string, address: string) => Promise<string[]>;
} = {
  readability: async html => htmlWords(new Readability(documentOf(html)).parse()?.content ?? ''),
  // `useAsync` would ask services on the network.
  defuddle: async (html, address) => {
    const { content } = await Defuddle(documentOf(html), address, { useAsync: false });
    return htmlWords(content);
  },
};

/** linkedom has no HTML5 tree construction (implied elements, misnested tags), so the page goes through parse5 first. */
function documentOf(html: string) {
  return parseHTML(serialize(parse(html))).document;
}
