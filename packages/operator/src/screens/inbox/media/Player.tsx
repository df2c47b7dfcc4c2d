// oxlint-disable jsx-a11y/media-has-caption -- recordings of visitors have no captions.
import type { Media } from "@parlour/protocol";
import { useState } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import { toInstallationFileUrl } from "../../../ui/pictures.ts";
import { fitSize } from "./fit-size.ts";
import { FileCard, FileLink } from "./FileCard.tsx";
import { mediaIcons } from "./icons.ts";
import { listMediaDetails, getMediaTitle } from "./format.ts";

/**
 * Plays audio or video stored by the installation in the browser's player. Shows the file card if
 * the browser cannot play it.
 */
export function Player({ media, src }: { media: Media; src: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FileCard media={media} />;
  const name = getMediaTitle(media);
  if (media.type === "video") {
    const box = fitSize({ ...media, type: "video" });
    return (
      <span className="player">
        <video
          controls
          preload="metadata"
          playsInline
          src={src}
          width={box.width}
          height={box.height}
          poster={(media.thumb === null ? null : toInstallationFileUrl(media.thumb)) ?? undefined}
          aria-label={name}
          onError={() => setBroken(true)}
        />
        <Caption media={media} name={name} />
      </span>
    );
  }
  return (
    <span className="player">
      <audio
        controls
        preload="metadata"
        src={src}
        aria-label={name}
        onError={() => setBroken(true)}
      />
      <Caption media={media} name={name} />
    </span>
  );
}

function Caption({ media, name }: { media: Media; name: string }) {
  return (
    <span className="file">
      <Icon of={mediaIcons[media.type]} small />
      <FileLink media={media}>{name}</FileLink>
      <small className="num">{listMediaDetails(media).join(" · ")}</small>
    </span>
  );
}
