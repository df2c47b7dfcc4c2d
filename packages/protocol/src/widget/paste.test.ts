import { expect, test } from "vitest";
import { hasPastedText } from "./paste.ts";

test.each([
  ["a cell of a table", "<table><tr><td>7781</td></tr></table>", true],
  ["words beside a picture", '<p><img src="a.png"> Figure 1</p>', true],
  [
    "a copied picture",
    '<meta charset="utf-8"><img src="https://shop.example/bowl.png" alt="A bowl">',
    false,
  ],
  [
    "a copied picture with its page around it",
    "<html>\r\n<body>\r\n<!--StartFragment--><img src='a.png'/><!--EndFragment-->\r\n</body>\r\n</html>",
    false,
  ],
  ["a file, or a picture with its address as text alone", "", false],
])("[WG-087] [CORE-060] pasted beside a file: %s", (_, html, words) => {
  expect(hasPastedText(html)).toBe(words);
});
