import { useState, type ReactNode } from "react";
import { Button } from "../../Button.tsx";
import { findMentionRanges } from "./mentions.ts";
import { SafeLink } from "../../chat/SafeLink.tsx";
import { splitMessageLinks } from "./split-links.ts";
import { t } from "../text.ts";

const maxVisibleLines = 20;
const lineLength = 64;
/** More than 20 lines of the widest card contain. The rest of a folded text is not rendered. */
const maxFoldedLength = 8000;

interface RichTextProps {
  text: string;
  /**
   * Whether the text was written by the team. Safe URL checks only links from outside the team.
   */ isFromTeam?: boolean;
  /** Operator names to highlight after an `@`. */ names?: readonly string[];
}

/** Renders plain text with links, never HTML. Collapses text of more than 20 lines. */
export function RichText({ text, isFromTeam = false, names = [] }: RichTextProps) {
  const [open, setOpen] = useState(false);
  const isLong = estimateLines(text) > maxVisibleLines + 2;
  return (
    <>
      <span className={isLong && !open ? "freetext folded" : "freetext"} dir="auto">
        {splitMessageLinks(open ? text : text.slice(0, maxFoldedLength)).map((piece, index) =>
          "href" in piece && !isFromTeam ? (
            <SafeLink key={index} href={piece.href}>
              {piece.text}
            </SafeLink>
          ) : "href" in piece ? (
            <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
              {piece.text}
            </a>
          ) : (
            <span key={index}>
              {names.length === 0 ? isolateNumbers(piece.text) : highlightNames(piece.text, names)}
            </span>
          ),
        )}
      </span>
      {isLong && (
        <Button
          variant="text"
          className="t13 fold"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t("text.less") : t("text.more")}
        </Button>
      )}
    </>
  );
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Keeps the order of the groups of phone numbers inside of text that is read from the right. */
function isolateNumbers(text: string): ReactNode {
  if (!rightToLeft.test(text)) return text;
  return text.split(/(\+?\(?\d[\d\s()./-]{4,30}\d)/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <bdi key={index} dir="ltr">
        {part}
      </bdi>
    ),
  );
}

function highlightNames(text: string, names: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const spot of findMentionRanges(text, names)) {
    parts.push(text.slice(from, spot.from));
    parts.push(
      <span key={spot.from} className="medium">
        {text.slice(spot.from, spot.to)}
      </span>,
    );
    from = spot.to;
  }
  return [...parts, text.slice(from)];
}

/** Estimates the number of lines of the text in a bubble 520 px wide. */
function estimateLines(text: string): number {
  return text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
}
