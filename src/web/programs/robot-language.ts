import {
  delimitedIndent,
  foldInside,
  foldNodeProp,
  HighlightStyle,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '../../core/programs/syntax/robot-parser.generated.ts';

const language = LRLanguage.define({
  name: 'robot',
  parser: parser.configure({
    props: [
      styleTags({
        'if else while for function return break continue int': tags.keyword,
        'true false': tags.bool,
        'Call/Name': tags.function(tags.variableName),
        'FunctionDefinition/Name': tags.definition(tags.variableName),
        Number: tags.number,
        Text: tags.string,
        'LineComment BlockComment': tags.comment,
      }),
      indentNodeProp.add({ Block: delimitedIndent({ closing: '}' }) }),
      foldNodeProp.add({ Block: foldInside }),
    ],
  }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } }, closeBrackets: { brackets: ['(', '{', '"'] } },
});

/** In the colours of the page: the same names in light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--mh-tag-4)', fontWeight: '500' },
  { tag: tags.bool, color: 'var(--mh-tag-4)' },
  { tag: tags.function(tags.variableName), color: 'var(--mh-tag-7)' },
  { tag: tags.definition(tags.variableName), color: 'var(--mh-tag-7)', fontWeight: '600' },
  { tag: tags.number, color: 'var(--mh-tag-1)' },
  { tag: tags.string, color: 'var(--mh-tag-5)' },
  { tag: tags.comment, color: 'var(--mh-muted)' },
]);

/** The robot language in CodeMirror, by the grammar that programs are read with. */
export const robotLanguage = (): LanguageSupport => new LanguageSupport(language, syntaxHighlighting(colours));
