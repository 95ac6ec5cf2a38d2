import { HighlightStyle, LanguageSupport, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '../../core/maps/edl/edl-parser.generated.ts';

const language = LRLanguage.define({
  name: 'edl',
  parser: parser.configure({
    props: [
      styleTags({
        Keyword: tags.keyword,
        MemberNumber: tags.labelName,
        FieldName: tags.definitionKeyword,
        AttributeName: tags.propertyName,
        Number: tags.number,
        String: tags.string,
        Comment: tags.lineComment,
        Stray: tags.invalid,
      }),
    ],
  }),
  languageData: { commentTokens: { line: '#' } },
});

/** In the colours of the page: the same names in light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--mh-tag-2)', fontWeight: '600' },
  { tag: tags.definitionKeyword, color: 'var(--mh-tag-4)', fontWeight: '600' },
  { tag: tags.labelName, color: 'var(--mh-muted)' },
  { tag: tags.propertyName, color: 'var(--mh-tag-7)' },
  { tag: tags.number, color: 'var(--mh-tag-1)' },
  { tag: tags.string, color: 'var(--mh-tag-5)' },
  { tag: tags.lineComment, color: 'var(--mh-muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--mh-bad)' },
]);

/** EDL in CodeMirror, by the grammar that the compiler reads it with. */
export const edl = (): LanguageSupport => new LanguageSupport(language, syntaxHighlighting(colours));
