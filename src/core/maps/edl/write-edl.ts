import { ATTRIBUTES, type AttributeName, attributeValue, type EdlDocument, type EdlMember, isText } from './document.ts';

/** The layout of the paper's figure 8: an indent of two blanks, at least one decimal, an empty line between members. */
export function writeEdl({ lengthCm, widthCm, members }: EdlDocument): string {
  const field = `LENGTH ${decimal(lengthCm)}\nWIDTH ${decimal(widthCm)}\n`;
  return [field, ...members.map((member) => `\n${writeMember(member)}`)].join('');
}

export function writeMember(member: EdlMember): string {
  const head = `${member.number === undefined ? '' : `${member.number} `}${member.kind}:\n`;
  const lines = ATTRIBUTES.map((attribute) => {
    const value = attributeValue(member, attribute);
    return value === undefined ? '' : `  ${attribute}= ${writeValue(attribute, value)}\n`;
  });
  return head + lines.join('');
}

export const writeValue = (attribute: AttributeName, value: number | string): string =>
  isText(attribute) ? quoted(String(value)) : decimal(Number(value));

/** EDL's texts end with the next quote and on their line: neither can be in one. */
export const quoted = (text: string): string => `"${text.replaceAll('"', "'").replaceAll(/[\r\n]/g, ' ')}"`;

/** The shortest that reads back as the same number, with at least one decimal. */
export function decimal(number: number): string {
  const text = String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
