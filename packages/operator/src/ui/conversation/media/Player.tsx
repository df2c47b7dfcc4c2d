// oxlint-disable jsx-a11y/media-has-caption -- recordings of visitors have no captions.
import type { Media } from "@parlour/protocol";
import { useRef, useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../Button.tsx";
import { Icon } from "../../Icon.tsx";
import { toInstallationFileUrl } from "../../pictures.ts";
import { t } from "../text.ts";
import { fitSize } from "./fit-size.ts";
import { FileCard, FileLink } from "./FileCard.tsx";
import { mediaIcons } from "./icons.ts";
import { listMediaDetails, getMediaTitle } from "./format.ts";

/** Plays stored audio or video in the browser's player, or shows the file card. */
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
  return <AudioPlayer media={media} src={src} name={name} onError={() => setBroken(true)} />;
}

const speeds = [1, 1.5, 2];

interface AudioPlayerProps {
  media: Media;
  src: string;
  name: string;
  onError: () => void;
}

/** Plays sound at the speed that the button next to it chooses. */
function AudioPlayer({ media, src, name, onError }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [speed, setSpeed] = useState(1);
  const changeSpeed = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    if (audio.current) audio.current.playbackRate = next;
    setSpeed(next);
  };
  const speedText = `${i18n.number(speed)}×`;
  return (
    <span className="player">
      <span className="line4">
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={src}
          aria-label={name}
          onError={onError}
        />
        <Button
          small
          variant="quiet"
          className="num"
          aria-label={`${speedText} ${t("media.speed")}`}
          onClick={changeSpeed}
        >
          {speedText}
        </Button>
      </span>
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
