/** A message of each type (CH-075) as JSON. */

const cdn = "https://chat.example/files";
export const sampleMedia: readonly (readonly [string, string])[] = [
  [
    "photo",
    `{"type":"photo","id":"90601","file":"${cdn}/a.png","file_name":"a.png","file_size":48213,"width":1200,"height":900,"thumb":"${cdn}/a_320.png","text":"this one"}`,
  ],
  ["video", `{"type":"video","id":"90602","file":"${cdn}/a.mp4","file_name":"a.mp4","file_size":1048576,"duration":12}`],
  ["audio", `{"type":"audio","id":"90603","file":"${cdn}/a.mp3","file_name":"a.mp3","file_size":104857,"performer":"Nadia","title":"One"}`],
  ["voice", `{"type":"voice","id":"90604","file":"${cdn}/a.ogg","file_name":"a.ogg","file_size":10485,"duration":3}`],
  ["document", `{"type":"document","id":"90605","file":"${cdn}/a.pdf","file_name":"Rechnung März.pdf","file_size":104857}`],
  ["location", '{"type":"location","id":"90606","latitude":52.52,"longitude":-13.4}'],
];
