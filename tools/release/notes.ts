/**
 * Returns the section of a version from the text of CHANGELOG.md, as release notes. Throws if there
 * is none.
 */
export function extractNotes(changelog: string, version: string): string {
  const [, ...sections] = `\n${changelog}`.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  const [, ...lines] = section.split("\n");
  return `# Parlour ${version}\n\n${lines.join("\n").trim()}\n`;
}
