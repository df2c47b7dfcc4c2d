import { expect, test } from "vitest";
import { validateLogo, parseLogo } from "./logo.ts";

const createSvgUrl = (text: string): string => `data:image/svg+xml;base64,${btoa(text)}`;
const createSvg = (inside: string, head = `viewBox="0 0 24 24"`): string =>
  createSvgUrl(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inside}</svg>`);
const createPngUrl = (width: number, height: number, size = 64): string => {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
};

test("[WG-112] a logo is a square PNG or SVG of at most 64 KiB", () => {
  expect(validateLogo(createPngUrl(56, 56))).toBeNull();
  expect(validateLogo(createPngUrl(56, 40))).toMatch(/square/);
  expect(validateLogo(createPngUrl(56, 56, 64 * 1024))).toBeNull();
  expect(validateLogo(createPngUrl(56, 56, 64 * 1024 + 1))).toMatch(/64 KiB/);
  expect(validateLogo(createSvg(`<path d="M0 0h24v24H0z" fill="#0B6B5D"/>`))).toBeNull();
  expect(validateLogo(createSvg("", `width="48" height="48px"`))).toBeNull();
  expect(validateLogo(createSvg("", `viewBox="0 0 24 12"`))).toMatch(/square/);
  expect(validateLogo(createSvg("", ""))).toMatch(/square/);
  expect(validateLogo(createSvgUrl("<html></html>"))).toMatch(/no SVG/);
  expect(validateLogo(`data:image/png;base64,${btoa("GIF89a")}`)).toMatch(/no PNG/);
  expect(validateLogo("data:image/gif;base64,R0lG")).toMatch(/no data URL/);
  expect(parseLogo(createPngUrl(1, 1))?.bytes.length).toBe(64);
});

test.each([
  `<script>alert(1)</script>`,
  `<SCRIPT href="data:,1"/>`,
  `<path onload="alert(1)"/>`,
  `<a href="https://shop.example"><path/></a>`,
  `<image href="https://shop.example/a.png"/>`,
  `<use href="https://shop.example/a.svg#b"/>`,
  `<use xlink:href='javascript:alert(1)'/>`,
  `<foreignObject><p>x</p></foreignObject>`,
  `<style>@import url(https://shop.example/a.css)</style>`,
  `<path fill="url(https://shop.example/a.svg#b)"/>`,
  `<animate attributeName="href" to="javascript:alert(1)"/>`,
])("[WG-112] an SVG logo that could run, move or load something is refused: %s", (inside) => {
  expect(validateLogo(createSvg(inside))).toMatch(/must not/);
});

test("[WG-112] parts of the drawing itself may be named", () => {
  expect(
    validateLogo(
      createSvg(`<defs><linearGradient id="g"/></defs><path fill="url(#g)"/><use href="#g"/>`),
    ),
  ).toBeNull();
  expect(
    validateLogo(createSvgUrl(`<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>`)),
  ).toMatch(/no SVG/);
});
