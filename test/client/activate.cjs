// Activates the extension at argv[2] with a stand-in for VS Code, and prints what happened: run as a process of its own, by Node alone.
const childProcess = require('node:child_process');
const Module = require('node:module');

/** Anything that is asked of VS Code and does not matter here: can be called, constructed, extended, changed, and asked for more. */
const standIn = (own = {}) => {
  const proxy = new Proxy(class {}, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name];
      if (name === 'prototype') return target.prototype;
      return typeof name === 'symbol' || name === 'then' ? undefined : standIn();
    },
    set: () => true,
    apply: () => standIn(),
    construct: (target, given, made) => (made === proxy ? standIn() : Reflect.construct(target, given, made)),
  });
  return proxy;
};

let registered = 0;
const registerCommand = () => {
  registered++;
  return standIn();
};
const vscode = standIn({
  version: '1.91.0',
  workspace: standIn({ isTrusted: true, workspaceFolders: [{ uri: { scheme: 'file' } }], textDocuments: [] }),
  window: standIn({ visibleTextEditors: [], activeTextEditor: undefined }),
  commands: standIn({ registerCommand }),
});

const loaded = new Set();
const load = Module._load;
Module._load = function (request, ...rest) {
  loaded.add(request);
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};
const processes = [];
for (const name of ['fork', 'spawn']) {
  childProcess[name] = (file, args = []) => {
    processes.push([file, ...args].join(' '));
    throw new Error('No process is started here.');
  };
}

const before = process.cpuUsage();
const { activate } = require(process.argv[2]);
const context = { subscriptions: [], asAbsolutePath: path => path, extensionPath: '' };
const returned = typeof activate(context);
const { user, system } = process.cpuUsage(before);
const started = [...processes];
const milliseconds = Math.round((user + system) / 1000);
const modules = [...loaded].filter(name => name !== process.argv[2]);
const servers = () => processes.flatMap(call => call.split(' ').filter(part => part.endsWith('server.js')));
setTimeout(() => {
  const result = { loaded: modules, returned, registered, started, startedLater: servers(), milliseconds };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}, 300);
