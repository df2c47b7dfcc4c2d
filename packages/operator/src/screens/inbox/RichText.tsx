import { useState, type ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { piecesOf } from "@parlour/protocol/links";
import { mentionSpots } from "./notes/mentions.ts";
import { SafeLink } from "./SafeLink.tsx";
import { t } from "./text.ts";

const foldLines = 20;
const lineLength = 64;

/** Plain text with links, never HTML. Text over 20 lines is collapsed. */
export function RichText({
  text,
  own = false,
  names = [],
}: {
  text: string;
  /** Written by the team. Safe URL checks only links from outside. */ own?: boolean;
  /** Operator names to highlight after an `@`. */ names?: readonly string[];
}) {
  const [open, setOpen] = useState(false);
  const long = linesOf(text) > foldLines + 2;
  return (
    <>
      <span className={long && !open ? "said folded" : "said"} dir="auto">
        {piecesOf(text).map((piece, index) =>
          "href" in piece && !own ? (
            <SafeLink key={index} href={piece.href}>
              {piece.text}
            </SafeLink>
          ) : "href" in piece ? (
            <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
              {piece.text}
            </a>
          ) : (
            <span key={index}>{names.length === 0 ? piece.text : named(piece.text, names)}</span>
          ),
        )}
      </span>
      {long && (
        <Button variant="text" className="t13 fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("text.less") : t("text.more")}
        </Button>
      )}
    </>
  );
}

function named(text: string, names: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const spot of mentionSpots(text, names)) {
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

/** Estimates the number of lines in a bubble of 520 px. */
function linesOf(text: string): number {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
}
