import type Token from 'markdown-it/lib/token.mjs';

export function plainText(token: Token): string;
export function slugOf(heading: string, seen: Map<string, number>): string;
