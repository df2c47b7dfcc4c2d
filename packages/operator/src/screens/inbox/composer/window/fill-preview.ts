/** Returns the text of a template with the values that are entered. Others keep their place. */
export const fillPreview = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{([\w.]+)\}\}/g, (whole, name: string) => values[name] || whole);
