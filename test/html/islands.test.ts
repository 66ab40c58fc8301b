import { describe, expect, test } from 'vitest';
import { bodyOutline } from './outline.ts';

/** By group: name, source, and the nodes as `outline` has them. */
type Table = Record<string, [name: string, source: string, expected: string[]][]>;

const bodies: Table = {
  'template code': [
    [
      'in text',
      '<p>Hi {{ user.name }}, {% if a < b %}x{% endif %}',
      ['p <p>Hi {{ user.name }}, {% if a < b %}x{% endif %}', '  #text Hi {{ user.name }}, {% if a < b %}x{% endif %} [island]'],
    ],
    ['with tags in strings', '<p>{{ "<b>" }}</p>x', ['p <p>{{ "<b>" }}</p>', '  #text {{ "<b>" }} [island]', '#text x']],
    [
      'in a quoted value',
      `<a href="{{ url }}" title='<%= "x" %>'>y</a>`,
      [`a <a href="{{ url }}" title='<%= "x" %>'>y</a> [island]`, '  #text y'],
    ],
    [
      'with quotes in a quoted value',
      '<a href="{% url "home" %}">y</a>',
      ['a <a href="{% url "home" %}">y</a> [island]', '  #text y'],
    ],
    ['in an unquoted value', '<a href={{url}}>y</a>', ['a <a href={{url}}>y</a> [island]', '  #text y']],
    [
      'in a tag',
      '<input {% if checked %}checked{% endif %} name=a>',
      ['input <input {% if checked %}checked{% endif %} name=a> [island]'],
    ],
    [
      'php between tags',
      '<?php if ($a > 1) { ?><p>x</p><?php } ?>',
      ['#comment <?php if ($a > 1) { ?> [island,opaque]', 'p <p>x</p>', '  #text x', '#comment <?php } ?> [island,opaque]'],
    ],
    ['php with a tag in a string', '<?php echo "<p>"; ?>x', ['#comment <?php echo "<p>"; ?> [island,opaque]', '#text x']],
    ['php in a value', '<a href="<?= $a["b"] ?>">y</a>', ['a <a href="<?= $a["b"] ?>">y</a> [island]', '  #text y']],
    ['php to the end', '<p>x</p><?php echo "</p>";', ['p <p>x</p>', '  #text x', '#comment <?php echo "</p>"; [island,opaque]']],
    [
      'asp between tags',
      '<% for x in y %><li><%= x %></li><% next %>',
      ['#text <% for x in y %> [island]', 'li <li><%= x %></li>', '  #text <%= x %> [island]', '#text <% next %> [island]'],
    ],
    ['unclosed braces', 'a {{ b <p>c', ['#text a {{ b ', 'p <p>c', '  #text c']],
    ['braces over a tag', 'a {{ b <p>c }} d', ['#text a {{ b ', 'p <p>c }} d', '  #text c }} d']],
    ['unclosed percent', 'a <% b <p>c', ['#text a <% b ', 'p <p>c', '  #text c']],
    [
      'braces of a script are its own',
      '<script>a({{ b }})</script><style>a{{b}}</style>',
      [
        'script <script>a({{ b }})</script> [opaque,verbatim]',
        '  #text a({{ b }}) [opaque,verbatim]',
        'style <style>a{{b}}</style> [opaque,verbatim]',
        '  #text a{{b}} [opaque,verbatim]',
      ],
    ],
    ['in a comment', '<!-- {{ x }} -->y', ['#comment <!-- {{ x }} --> [island,opaque]', '#text y']],
    [
      'in a textarea',
      '<textarea>{{ "</textarea>" }}</textarea>',
      ['textarea <textarea>{{ "</textarea>" }}</textarea> [verbatim]', '  #text {{ "</textarea>" }} [island,verbatim]'],
    ],
  ],
};

describe.each(Object.entries(bodies))('%s', (_, cases) => {
  test.each(cases)('%s: %j', (_, source, expected) => {
    expect(bodyOutline(`<!doctype html><body>${source}`)).toEqual(expected);
  });
});
