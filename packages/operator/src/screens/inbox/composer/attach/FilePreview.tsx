import type { OutboxFile } from "@parlour/client";
import { useState } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { fileIcon } from "../../../../ui/conversation/media/icons.ts";
import { toInstallationFileUrl } from "../../../../ui/pictures.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** MIME types that browsers can show as an image. The content may differ from the type. */
const pictureTypePattern = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Shows a thumbnail of a local or stored file, or the icon of its type. */
export function FilePreview({ file }: { file: OutboxFile }) {
  const picture = useObjectUrl(pictureTypePattern.test(file.type) ? file.blob : null);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const storedUrl =
    file.upload?.thumb_url ??
    (pictureTypePattern.test(file.upload?.type ?? "") ? file.upload?.url : undefined);
  const src = picture ?? (storedUrl === undefined ? null : toInstallationFileUrl(storedUrl));
  return (
    <span className="filepreview" aria-hidden="true">
      {src !== null && src !== brokenUrl ? (
        <img src={src} alt="" onError={() => setBrokenUrl(src)} />
      ) : (
        <Icon of={fileIcon(file.type)} />
      )}
    </span>
  );
}
