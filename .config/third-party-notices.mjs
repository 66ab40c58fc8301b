// The licences of the packages that a bundle contains.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that other packages contain, with their licences here because the others leave them out. */
const vendored = { 'vscode-uri': '.config/vendored/path-browserify' };

/** Folders of the packages of which some code is in the outputs. */
function packageFolders(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap(output => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  const found = [...new Set(folders)].filter(folder => folder !== undefined);
  const within = Object.entries(vendored).filter(([name]) => found.some(folder => folder.endsWith(`node_modules/${name}`)));
  return [...found, ...within.map(([, folder]) => folder)];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (!/^(licen[cs]e|copying|notice|thirdparty)/i.test(entry.name)) return [];
    return entry.isDirectory() ? readdirSync(join(folder, entry.name)).map(file => join(entry.name, file)) : [entry.name];
  });
  if (files.length === 0) throw new Error(`${folder} is bundled but has no licence file. Its notice cannot be written.`);
  const texts = files.sort().map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}

/** The text of THIRD-PARTY-NOTICES.txt for a bundle: every package with version, licence and its licence files, by name. */
export function thirdPartyNotices(metafile) {
  const rule = '-'.repeat(80);
  // Several packages may each bring their own copy of the same version.
  const notices = [...new Map(packageFolders(metafile).map(folder => [notice(folder).title, notice(folder)])).values()];
  notices.sort((a, b) => (a.title < b.title ? -1 : 1));
  return `This software contains the following packages.\n\n${notices
    .map(({ title, text }) => `${rule}\n${title}\n${rule}\n\n${text}\n`)
    .join('\n')}`;
}
