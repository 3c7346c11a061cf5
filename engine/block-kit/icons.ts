/** An icon: 1.25 px strokes without fill, defined once per page as a symbol. */
export interface Drawing {
  readonly viewBox: string;
  /** SVG elements inside the symbol. */
  readonly shapes: string;
}

/** All icons. `ring` is a placeholder that the compiler replaces with the brand's emblem. */
export const icons = {
  arrow: {
    viewBox: '0 0 24 12',
    shapes: '<path d="M.5 6h22M17.5 1l5 5-5 5"/>',
  },
  ring: {
    viewBox: '0 0 48 48',
    shapes: '<circle cx="24" cy="24" r="21"/>',
  },
  key: {
    viewBox: '0 0 48 48',
    shapes:
      '<circle cx="14.5" cy="33.5" r="8.5"/><path d="M20.6 27.4L41 7 M34 14l5.5 5.5 M28.5 19.5l4 4"/><circle cx="14.5" cy="33.5" r="3"/>',
  },
  pen: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M9 39l2.5-10L33 7.5l7.5 7.5L19 36.5z M28.5 12l7.5 7.5 M11.5 29l7.5 7.5"/>',
  },
  envelope: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M5 11h38v27H5z M5 11l19 15.5L43 11"/>',
  },
  midnight: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M39 30.5A18 18 0 1 1 19.5 6.5a14.5 14.5 0 0 0 19.5 24z"/>',
  },
  hanger: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M24 19v-2.5c0-2.2 4.5-2.7 4.5-6.5a4.5 4.5 0 0 0-9 0 M24 19L4.5 33.5c-1.5 1.2-.8 3.5 1.2 3.5h36.6c2 0 2.7-2.3 1.2-3.5z"/>',
  },
  needle: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M5 43L34 14 M34 14c1-4 5-8 9-9-1 4-5 8-9 9z M39 9.5c5 5 5 11 1 15s-11 4-12 10 7 9 15 6"/>',
  },
  stairs: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M4 41h9v-8.5h9V24h9v-8.5h9V7h4 M4 41h40V7"/>',
  },
  door: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M11 43V5h26v38 M5 43h38 M16 43V10h16v33"/><circle cx="28" cy="27" r="1.2"/>',
  },
  parcel: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M7 15L24 7l17 8v18l-17 8-17-8z M7 15l17 8 17-8 M24 23v18 M15.5 11l17 8"/>',
  },
  'place-card': {
    viewBox: '0 0 160 112',
    shapes:
      '<path d="M10 96L26 40h84L94 96z M26 40l9-9h84l-9 9 M119 31l-15 55-10 10 M2 96h156 M36 70c5-11 12-11 10-1s11 3 14-4 9-6 10 2 9 2 15-3 M33 81h44"/><path d="M122 90l20-60 6.5 2.2-20 60-6.8 6z M140 36l6.5 2.2"/>',
  },
  'guest-book': {
    viewBox: '0 0 160 112',
    shapes:
      '<path d="M74 30C58 18 30 18 2 26v64c28-8 56-8 72 4 16-12 44-12 72-4V26c-28-8-56-8-72 4z M74 30v64 M2 90v6c28-8 56-7 72 5 16-12 44-13 72-5v-6"/><path d="M16 44c14-4 30-4 44 1 M16 57c14-4 30-4 44 1 M16 70c9-2.5 19-3.5 29-2.5 M88 45c14-5 30-5 44-1 M88 58c8-3 17-4 26-4"/>',
  },
  'key-board': {
    viewBox: '0 0 160 112',
    shapes:
      '<path d="M2 12h144v90H2z M9 19h130v76H9z"/><path d="M30 34v7a5 5 0 0 0 10 0 M69 30v7a5 5 0 0 0 10 0 M108 34v7a5 5 0 0 0 10 0"/><circle cx="74" cy="50" r="9.5"/><circle cx="74" cy="50" r="3.5"/><path d="M74 59.5V88 M74 76h9 M74 83.5h6.5"/>',
  },
  'ribbon-letter': {
    viewBox: '0 0 160 112',
    shapes:
      '<path d="M2 24h144v78H2z M69 24v32 M79 24v32 M69 72v30 M79 72v30 M2 58h52 M94 58h52 M2 68h52 M94 68h52"/><path d="M74 63C62 40 42 42 45 54c2 9 18 10 29 9 11 1 27 0 29-9 3-12-17-14-29 9z M70 66L56 90l9-1 3 8 9-30 M78 66l14 24-9-1-3 8-6-24"/>',
  },
  card: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M5 11h38v26H5z M5 19h38 M10 30.5h9"/>',
  },
  circles: {
    viewBox: '0 0 48 48',
    shapes: '<circle cx="18.5" cy="24" r="11"/><circle cx="29.5" cy="24" r="11"/>',
  },
  bank: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M6 18L24 8l18 10z M11 18v17M20 18v17M28 18v17M37 18v17 M6 35h36 M4 41h40"/>',
  },
  invoice: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M11 5h19l8 8v30H11z M30 5v8h8 M17 22h14M17 29h14M17 36h8"/>',
  },
  van: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M4 12h24v22H4z M28 20h8.5l7.5 7v7H28"/><circle cx="13" cy="35" r="4"/><circle cx="35" cy="35" r="4"/>',
  },
  post: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M18.5 34.5a12 12 0 1 1 5 1.1 M24 35.6V43 M16 43h16 M18 24h12"/>',
  },
  star: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M24 5l5.7 12.8 13.9 1.5-10.4 9.3 2.9 13.7L24 35.3 11.9 42.3l2.9-13.7L4.4 19.3l13.9-1.5z"/>',
  },
  plus: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M24 6v36M6 24h36"/>',
  },
  close: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M8 8l32 32M40 8L8 40"/>',
  },
  menu: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M4 17h40M4 31h40"/>',
  },
  down: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M8 17l16 16 16-16"/>',
  },
  copy: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M16 16h26v26H16z M32 16V6H6v26h10"/>',
  },
  check: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M7 25l12 12L41 11"/>',
  },
  google: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M37.5 12.5A18 18 0 1 0 42 24H25"/>',
  },
  apple: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M24 14c-3-2-11-3-14.5 4C6 25 11 43 18 43c3 0 3.5-1.5 6-1.5s3 1.5 6 1.5c5 0 8.5-7 9.5-11.5-5-1.5-7-9.5-1-13.5-3.5-6-11.5-6-14.5-4z M24 14c0-5 3-8.5 8-9"/>',
  },
  phone: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M13 4h22v40H13z M13 36h22"/><circle cx="24" cy="40" r="0.8"/>',
  },
  clock: {
    viewBox: '0 0 48 48',
    shapes: '<circle cx="24" cy="24" r="19"/><path d="M24 11v13l8 6"/>',
  },
  globe: {
    viewBox: '0 0 48 48',
    shapes: '<circle cx="24" cy="24" r="19"/><path d="M5 24h38 M24 5c-13 11-13 27 0 38 M24 5c13 11 13 27 0 38"/>',
  },
  lock: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M9 21h30v22H9z M15 21v-6a9 9 0 0 1 18 0v6 M24 30v5"/>',
  },
  instagram: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M7 7h34v34H7z"/><circle cx="24" cy="24" r="8.5"/><circle cx="34" cy="14" r="1.2"/>',
  },
  facebook: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M31 6h-4c-4.5 0-7 2.5-7 7v30 M13 22h15"/>',
  },
  pinterest: {
    viewBox: '0 0 48 48',
    shapes: '<circle cx="24" cy="24" r="19"/><path d="M20 39l4.5-19 M17 27c-4-8 2-14 8-14s10 5 8 11-9 8-11 3"/>',
  },
  youtube: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M4 11h40v26H4z M20 18l10 6-10 6z"/>',
  },
  wallet: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M6 14h34v26H6z M6 14l26-8v8 M29 23h15v8H29z"/><circle cx="34" cy="27" r="1.2"/>',
  },
  ticket: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M5 13h38v8a3 3 0 0 0 0 6v8H5v-8a3 3 0 0 0 0-6z M30 13v4M30 21v6M30 31v4"/>',
  },
  screen: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M5 9h38v25H5z M16 41h16M24 34v7"/>',
  },
  play: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M13 7l27 17-27 17z"/>',
  },
  download: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M24 6v26M14 23l10 10 10-10 M7 42h34"/>',
  },
  linkedin: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M7 7h34v34H7z M15 21v13 M22 34V21 M22 27c0-4 3-6 6-6s5 2 5 6v7"/><circle cx="15" cy="15" r="1.2"/>',
  },
  tiktok: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M27 6v25.5a8.5 8.5 0 1 1-8.5-8.5 M27 6c.5 6 4.5 10 11 10.5"/>',
  },
  whatsapp: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M6 42l3-10a18 18 0 1 1 7 7z M17 17c0 8 6 14 14 14l2.5-4-5-2.5-2.5 2a12 12 0 0 1-4.5-4.5l2-2.5-2.5-5z"/>',
  },
  threads: {
    viewBox: '0 0 48 48',
    shapes:
      '<path d="M36 16C34 9 30 6 24 6 14 6 9 13 9 24s5 18 15 18c8 0 13-4 13-10s-6-9-13-9c-5 0-8 2-8 6s3 5 6 5c6 0 8-4 8-9 0-6-3-9-7-9-3 0-5 1-6 3"/>',
  },
  x: {
    viewBox: '0 0 48 48',
    shapes: '<path d="M8 7h8l24 34h-8z M39 7L26.5 21.5 M21 27L9 41"/>',
  },
  munich: {
    viewBox: '0 0 96 96',
    shapes:
      '<path d="M24 84V44h15v40"/><path d="M25 44c-4.5-6-2.5-13 6.5-18 9 5 11 12 6.5 18"/><path d="M31.5 26v-9"/><circle cx="31.5" cy="15" r="1.6"/><path d="M24 50h15"/><path d="M29 64v-6a2.5 2.5 0 0 1 5 0v6z"/><path d="M29 77v-6a2.5 2.5 0 0 1 5 0v6z"/><path d="M57 84V44h15v40"/><path d="M58 44c-4.5-6-2.5-13 6.5-18 9 5 11 12 6.5 18"/><path d="M64.5 26v-9"/><circle cx="64.5" cy="15" r="1.6"/><path d="M57 50h15"/><path d="M62 64v-6a2.5 2.5 0 0 1 5 0v6z"/><path d="M62 77v-6a2.5 2.5 0 0 1 5 0v6z"/><path d="M39 84V62l9-9 9 9v22"/><path d="M45.5 84V74a2.5 2.5 0 0 1 5 0v10"/><path d="M10 84h76"/>',
  },
  dornach: {
    viewBox: '0 0 96 96',
    shapes:
      '<path d="M50 84V58l17-15 17 15v26"/><path d="M46 61.5L67 43l21 18.5"/><path d="M62 84V68h10v16"/><path d="M55 66h3.5v7H55zM75.5 66H79v7h-3.5z"/><path d="M20 84V40"/><path d="M20 76c-8-8-7.5-34 0-52 7.5 18 8 44 0 52z"/><path d="M37 84V52"/><path d="M37 77c-6-6-5.5-26 0-39 5.5 13 6 33 0 39z"/><path d="M8 84h80"/>',
  },
  vienna: {
    viewBox: '0 0 96 96',
    shapes:
      '<circle cx="48" cy="42" r="28"/><circle cx="48" cy="42" r="21"/><circle cx="48" cy="42" r="3"/><path d="M50.9 42.8L75.0 49.2M50.1 44.1L67.8 61.8M48.8 44.9L55.2 69.0M47.2 44.9L40.8 69.0M45.9 44.1L28.2 61.8M45.1 42.8L21.0 49.2M45.1 41.2L21.0 34.8M45.9 39.9L28.2 22.2M47.2 39.1L40.8 15.0M48.8 39.1L55.2 15.0M50.1 39.9L67.8 22.2M50.9 41.2L75.0 34.8"/><path d="M72.4 50.2h5.2v4.4h-5.2zM65.2 62.8h5.2v4.4h-5.2zM52.6 70.0h5.2v4.4h-5.2zM38.2 70.0h5.2v4.4h-5.2zM25.6 62.8h5.2v4.4h-5.2zM18.4 50.2h5.2v4.4h-5.2zM18.4 35.8h5.2v4.4h-5.2zM25.6 23.2h5.2v4.4h-5.2zM38.2 16.0h5.2v4.4h-5.2zM52.6 16.0h5.2v4.4h-5.2zM65.2 23.2h5.2v4.4h-5.2zM72.4 35.8h5.2v4.4h-5.2z"/><path d="M46.6 45L35 84 M49.4 45L61 84 M40 67h16"/><path d="M10 84h76"/>',
  },
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;
