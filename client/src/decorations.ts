import type { RegionsParams } from 'templens-shared/protocol';
import {
  type DecorationRenderOptions,
  type Disposable,
  type ExtensionContext,
  OverviewRulerLane,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
} from 'vscode';
import { type LineKind, type LineRun, lineRuns, type RegionRange, rangesOnLines } from './line-plan.ts';
import { type DecorationMode, decorationMode, dimOpacity } from './settings.ts';

/** A decoration type, and a function that returns the ranges of a page to decorate with it. */
interface Layer {
  type: TextEditorDecorationType;
  ranges(regions: RegionsParams['regions'], runs: readonly LineRun[]): Range[];
}

/** Draws the regions of pages in editors, according to the settings. */
export class Decorations implements Disposable {
  readonly #context: ExtensionContext;
  #layers: Layer[];
  /** What was drawn last in an editor: the version of its document, and the ranges of each layer as text. */
  readonly #drawn = new WeakMap<TextEditor, { version: number; generation: number; ranges: readonly string[] }>();
  /** Number of changes of the layers. */
  #generation = 0;

  constructor(context: ExtensionContext) {
    this.#context = context;
    this.#layers = layers(decorationMode(), context);
  }

  /** Reads the settings again, and removes all decorations: call `draw` for every editor afterwards. */
  reconfigure(): void {
    this.dispose();
    this.#layers = layers(decorationMode(), this.#context);
    this.#generation++;
  }

  /**
   * Draws a page in an editor; without a page, removes its decorations. Sends only the layers that changed, as each costs the editor time: a
   * page that an edit makes deviate is drawn twice, by its labels and by its findings.
   */
  draw(editor: TextEditor, page: RegionsParams | undefined): void {
    const { document } = editor;
    const marks = page ?? { regions: [], absences: [] };
    const runs = lineRuns(marks, line => (line < document.lineCount ? document.lineAt(line).text : ''));
    const before = this.#drawn.get(editor);
    // The editor moves decorations with the text: after an edit, equal ranges are other places.
    const isSameText = before?.version === document.version && before.generation === this.#generation;
    const drawn = this.#layers.map((layer, index) => {
      const ranges = layer.ranges(marks.regions, runs);
      const text = JSON.stringify(ranges);
      if (!isSameText || before.ranges[index] !== text) editor.setDecorations(layer.type, ranges);
      return text;
    });
    this.#drawn.set(editor, { version: document.version, generation: this.#generation, ranges: drawn });
  }

  dispose(): void {
    for (const { type } of this.#layers) type.dispose();
    this.#layers = [];
  }
}

/** The layers that a mode draws. */
function layers(mode: DecorationMode, context: ExtensionContext): Layer[] {
  if (mode === 'off') return [];
  const always = [
    ...lineKinds.map(kind => gutter(kind, context)),
    onText('template', {
      overviewRulerColor: new ThemeColor('templens.templateRuler'),
      overviewRulerLane: OverviewRulerLane.Left,
    }),
    onText('content', {
      overviewRulerColor: new ThemeColor('templens.contentRuler'),
      overviewRulerLane: OverviewRulerLane.Center,
    }),
    onText('deviating', deviatingStyle()),
  ];
  if (mode === 'dim') return [...always, onText('template', { opacity: String(dimOpacity()) })];
  if (mode === 'tint') return [...always, onLines('template', tint('template')), onMixedLines('template', tint('template'))];
  return always;
}

const lineKinds: readonly LineKind[] = ['template', 'content', 'mixed', 'deviating'];

/** Icons beside the line numbers; each kind has its own shape, so that users need not tell colours apart. */
function gutter(kind: LineKind, context: ExtensionContext): Layer {
  return onLines(kind, gutterIcon(kind, context));
}

function gutterIcon(kind: LineKind, context: ExtensionContext): DecorationRenderOptions {
  const icon = (theme: string) => ({
    gutterIconPath: context.asAbsolutePath(`client/icons/${kind}-${theme}.svg`),
    gutterIconSize: 'cover',
  });
  return { dark: icon('dark'), light: icon('light') };
}

/** How text that deviates looks, without its icon. */
function deviatingStyle(): DecorationRenderOptions {
  return {
    overviewRulerColor: new ThemeColor('templens.deviatingRuler'),
    overviewRulerLane: OverviewRulerLane.Full,
    ...tint('deviating'),
  };
}

/** A decoration of text that deviates, with its icon beside the line number. */
export function deviatingType(context: ExtensionContext): TextEditorDecorationType {
  return window.createTextEditorDecorationType({ ...deviatingStyle(), ...gutterIcon('deviating', context) });
}

/** A background colour, and a border, which high-contrast themes show instead. */
function tint(kind: 'template' | 'deviating'): DecorationRenderOptions {
  return {
    backgroundColor: new ThemeColor(`templens.${kind}Background`),
    borderColor: new ThemeColor(`templens.${kind}Border`),
    borderStyle: kind === 'deviating' ? 'dashed' : 'solid',
    borderWidth: '0 0 0 2px',
  };
}

/** A decoration of every whole line of the given kind. */
function onLines(kind: LineKind, options: DecorationRenderOptions): Layer {
  return {
    type: window.createTextEditorDecorationType({ isWholeLine: true, ...options }),
    ranges: (_, runs) => runs.filter(run => run.kind === kind).map(({ first, last }) => new Range(first, 0, last, 0)),
  };
}

/** A decoration of the text of every region of the given kind. */
function onText(kind: LineKind, options: DecorationRenderOptions): Layer {
  return {
    type: window.createTextEditorDecorationType(options),
    ranges: regions => regions.filter(region => region.kind === kind).map(({ range }) => toRange(range)),
  };
}

/** A decoration of the text of every region of the given kind on lines of kind `mixed`, which `onLines` does not decorate. */
function onMixedLines(kind: 'template' | 'content', options: DecorationRenderOptions): Layer {
  return {
    type: window.createTextEditorDecorationType(options),
    ranges: (regions, runs) =>
      regions.filter(region => region.kind === kind).flatMap(({ range }) => rangesOnLines(range, runs, 'mixed').map(toRange)),
  };
}

function toRange({ start, end }: RegionRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
