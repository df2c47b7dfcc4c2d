import { expect, test } from "vitest";
import { logoFault, logoOf } from "./logo.ts";

const svg = (text: string): string => `data:image/svg+xml;base64,${btoa(text)}`;
const drawn = (inside: string, head = `viewBox="0 0 24 24"`): string =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inside}</svg>`);
const png = (width: number, height: number, size = 64): string => {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
};

test("[WG-112] a logo is a square PNG or SVG of at most 8 KiB", () => {
  expect(logoFault(png(56, 56))).toBeNull();
  expect(logoFault(png(56, 40))).toMatch(/square/);
  expect(logoFault(png(56, 56, 8_193))).toMatch(/8 KiB/);
  expect(logoFault(drawn(`<path d="M0 0h24v24H0z" fill="#0B6B5D"/>`))).toBeNull();
  expect(logoFault(drawn("", `width="48" height="48px"`))).toBeNull();
  expect(logoFault(drawn("", `viewBox="0 0 24 12"`))).toMatch(/square/);
  expect(logoFault(drawn("", ""))).toMatch(/square/);
  expect(logoFault(svg("<html></html>"))).toMatch(/no SVG/);
  expect(logoFault(`data:image/png;base64,${btoa("GIF89a")}`)).toMatch(/no PNG/);
  expect(logoFault("data:image/gif;base64,R0lG")).toMatch(/no data URL/);
  expect(logoOf(png(1, 1))?.bytes.length).toBe(64);
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
  expect(logoFault(drawn(inside))).toMatch(/must not/);
});

test("[WG-112] parts of the drawing itself may be named", () => {
  expect(logoFault(drawn(`<defs><linearGradient id="g"/></defs><path fill="url(#g)"/><use href="#g"/>`))).toBeNull();
  expect(logoFault(svg(`<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>`))).toMatch(/no SVG/);
});
