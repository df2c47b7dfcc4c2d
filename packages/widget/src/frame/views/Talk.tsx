import { Composer } from "./Composer.tsx";
import { later } from "./later.tsx";
import { Log } from "./Log.tsx";
import { addStyles } from "./styles.ts";
import css from "./talk.css?inline";
import type { View } from "./view.ts";
import type { Picture } from "./Viewer.tsx";

addStyles(css);

const Ended = later(async () => (await import("./Ended.tsx")).Ended);

export interface TalkProps extends View {
  readonly hasEnded: boolean;
  readonly open: (picture: Picture) => void;
  readonly attach: (files: FileList | null) => void;
}

/** The conversation with the message field, or with the next steps after the end of the chat. */
export function Talk({ hasEnded, open, attach, ...view }: TalkProps) {
  return (
    <>
      <Log {...view} open={open} />
      {hasEnded ? <Ended {...view} /> : <Composer {...view} attach={attach} />}
    </>
  );
}
