import type { OutboxFile } from "@parlour/client";
import { useEffect, useState } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { fileIcon } from "../../media/icons.ts";
import { ownFile } from "../../../../ui/pictures.ts";

/** What browsers show as a picture; the content may still be another. */
const pictures = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** A small picture of a file on this device or already stored; else the icon of its kind. */
export function Preview({ file }: { file: OutboxFile }) {
  const picture = useObjectUrl(pictures.test(file.type) ? file.blob : null);
  const [broken, setBroken] = useState<string | null>(null);
  const stored = file.upload?.thumb_url ?? (pictures.test(file.upload?.type ?? "") ? file.upload?.url : undefined);
  const src = picture ?? (stored === undefined ? null : ownFile(stored));
  return (
    <span className="filepreview" aria-hidden="true">
      {src !== null && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : <Icon of={fileIcon(file.type)} />}
    </span>
  );
}

/** An address for bytes in this page, given back when they are no longer shown. */
function useObjectUrl(blob: Blob | null): string | null {
  const [made, setMade] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    // The address is a resource of the browser: made and given back with the element.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return made !== null && made.blob === blob ? made.url : null;
}
