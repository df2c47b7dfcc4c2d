import type { ReferenceText } from "../store/passages/source.ts";

/**
 * Sentences that answer no question of a customer. Models differ in how similar they call texts
 * that have nothing to do with each other. The similarity of a question with these sentences says
 * it for an account with few articles, too (docs/decisions/0242-passages-and-vectors.md).
 */
export const referenceTexts: readonly ReferenceText[] = [
  ...toReferences("en", [
    "The old bridge over the river was painted green last summer.",
    "Two crows sat on the roof and watched the snow fall.",
    "My grandmother sang in a choir when she was young.",
    "The mountain was hidden in fog until noon.",
    "He has played the violin since he was seven.",
    "The museum shows paintings of the eighteenth century.",
  ]),
  ...toReferences("de", [
    "Die alte Brücke über den Fluss wurde im letzten Sommer grün gestrichen.",
    "Zwei Krähen saßen auf dem Dach und sahen dem Schnee zu.",
    "Meine Großmutter sang als junge Frau in einem Chor.",
    "Der Berg lag bis zum Mittag im Nebel.",
    "Er spielt Geige, seit er sieben Jahre alt ist.",
    "Das Museum zeigt Gemälde aus dem achtzehnten Jahrhundert.",
  ]),
  ...toReferences("ru", [
    "Старый мост через реку прошлым летом покрасили в зелёный цвет.",
    "Две вороны сидели на крыше и смотрели, как падает снег.",
    "Моя бабушка в молодости пела в хоре.",
    "Гора до полудня была скрыта туманом.",
    "Он играет на скрипке с семи лет.",
    "В музее показывают картины восемнадцатого века.",
  ]),
];

function toReferences(language: string, texts: readonly string[]): readonly ReferenceText[] {
  return texts.map((text) => ({ language, text }));
}
