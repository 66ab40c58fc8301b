// Content extractors that other people maintain, each from the HTML of a page to the HTML that it takes for the main content.
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';

export const readability = async html => new Readability(documentOf(html)).parse()?.content ?? '';

// `useAsync` would ask services on the network.
export const defuddle = async (html, address) => {
  // It complains about data of pages that it cannot read, and goes on.
  const { error } = console;
  console.error = () => {};
  try {
    return (await Defuddle(documentOf(html), address, { useAsync: false })).content;
  } finally {
    console.error = error;
  }
};

/** linkedom has no HTML5 tree construction (implied elements, misnested tags), so the page goes through parse5 first. */
function documentOf(html) {
  return parseHTML(serialize(parse(html))).document;
}
