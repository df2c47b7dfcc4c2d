import type { OutboxFile } from "@parlour/client";
import { useEffect, useState } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { fileIcon } from "../../media/icons.ts";
import { ownFile } from "../../../../ui/pictures.ts";

/** Types that browsers can show as a picture. The content may differ from the type. */
const pictures = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Thumbnail of a local or stored file, or the icon of its type. */
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

/** Returns an object URL for a blob and revokes it when it is no longer shown. */
function useObjectUrl(blob: Blob | null): string | null {
  const [made, setMade] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    // The URL is a browser resource, created and revoked with the element.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return made !== null && made.blob === blob ? made.url : null;
}
