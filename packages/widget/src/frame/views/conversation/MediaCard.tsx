import type { Media } from "@parlour/protocol";
import type { WidgetMessage } from "@parlour/protocol/widget";
import { useState } from "preact/hooks";
import {
  getFileUrl,
  getExtensionLabel,
  toSafeFileName,
  formatFileSize,
} from "../../media/media.ts";
import { getPictureSource } from "../../media/picture-source.ts";
import css from "./media.css?inline";
import { OutlineIcon } from "../Icon.tsx";
import { ExternalLink } from "../links/ExternalLink.tsx";
import { addStyles } from "../styles.ts";
import { usePicture } from "./use-picture.ts";
import type { ControlProps, TextProps } from "../view-props.ts";
import type { ShownPicture } from "./PictureViewer.tsx";

addStyles(css);

interface CardProps extends TextProps {
  readonly media: Media;
}
interface MediaProps extends CardProps, ControlProps {
  readonly message: WidgetMessage;
  readonly open: (picture: ShownPicture) => void;
}

/**
 * Shows a file by its kind: images in a box of fixed size, audio and video in the browser's player,
 * all others as a card.
 */
export function MediaCard(props: MediaProps) {
  const [isBroken, setBroken] = useState(false);
  const { media, t } = props;
  const onError = (): void => setBroken(true);
  const name = toSafeFileName(media.file_name ?? media.title ?? "");
  if (media.type === "location") return <LocationCard media={media} t={t} />;
  if (!isBroken) {
    if (
      (media.type === "photo" || media.type === "sticker") &&
      (media.thumb ?? media.file) !== null
    )
      return <PictureButton {...props} name={name} onError={onError} />;
    const source = media.file === null ? null : getPictureSource(media.file, location.origin);
    const kind = getKindKey(media);
    if (
      source !== null &&
      "direct" in source &&
      (kind === "video" || kind === "audio" || kind === "voice")
    ) {
      const Player = kind === "video" ? "video" : "audio";
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote captions for what people send each other
        <Player
          class="pw-player"
          controls
          preload="metadata"
          src={source.direct}
          aria-label={name || t(kind)}
          onError={onError}
        />
      );
    }
  }
  if (media.type === "sticker" && media.emoji !== null)
    return <span class="pw-sticker">{media.emoji}</span>;
  return <FileCard media={media} name={name === "" ? t(getKindKey(media)) : name} t={t} />;
}

function PictureButton({
  message,
  media,
  open,
  actions,
  t,
  name,
  onError,
}: MediaProps & { readonly name: string; readonly onError: () => void }) {
  const at = { chat: message.chat_id, seq: message.seq };
  const small = usePicture(actions, media.thumb ?? media.file ?? "", at);
  const box = { width: media.width ?? 208, height: media.height ?? 138 };
  if (small === null)
    return <FileCard media={media} name={name === "" ? t("photo") : name} t={t} />;
  return (
    <button
      type="button"
      class="pw-picture"
      aria-label={t("openPhoto", { name: name === "" ? t("photo") : name })}
      onClick={() => open({ small, file: media.file ?? "", at, name, address: getFileUrl(media) })}
    >
      {small === "" ? (
        <svg {...box} aria-hidden="true" />
      ) : (
        <img src={small} alt="" {...box} onError={onError} />
      )}
    </button>
  );
}

function FileCard({ media, name, t }: CardProps & { readonly name: string }) {
  const address = getFileUrl(media);
  const size = media.file_size === null ? "" : formatFileSize(media.file_size, t);
  const card = (
    <>
      <span class="pw-file__i">
        <OutlineIcon path={filePath} />
      </span>
      <b>
        <bdi>{name}</bdi>
      </b>
      <small class="pw-num">
        <bdi>{[getExtensionLabel(name), size].filter((part) => part !== "").join(", ")}</bdi>
      </small>
    </>
  );
  return address === null ? (
    <span class="pw-file">{card}</span>
  ) : (
    <ExternalLink href={address} className="pw-file">
      {card}
    </ExternalLink>
  );
}

function LocationCard({ media, t }: CardProps) {
  const { latitude, longitude } = media;
  if (latitude === null || longitude === null) return <>{t("place")}</>;
  return (
    <ExternalLink
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      className="pw-file"
    >
      <span class="pw-file__i">
        <OutlineIcon path={pinPath} />
      </span>
      <b>{toSafeFileName(media.title ?? "") || t("place")}</b>
      <small class="pw-num">
        <bdi>{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</bdi>
      </small>
    </ExternalLink>
  );
}

function getKindKey({ type }: Media): "photo" | "video" | "audio" | "voice" | "file" {
  return type === "photo" || type === "video" || type === "audio" || type === "voice"
    ? type
    : "file";
}

const filePath =
  "M11.5 2.75H6A1.5 1.5 0 0 0 4.5 4.25v11.5A1.5 1.5 0 0 0 6 17.25h8a1.5 1.5 0 0 0 1.5-1.5v-9zM11.5 2.75v4h4";
const pinPath =
  "M10 17.500c3.5-3.6 5.5-6.4 5.5-9a5.5 5.5 0 1 0-11 0c0 2.6 2 5.4 5.5 9zM12 8.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0z";
