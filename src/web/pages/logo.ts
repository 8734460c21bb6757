/** Logo: two overlapping sheets with an equals sign. Square, for any background. */
export const LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="sameas"><rect x="4" y="12" width="36" height="40" rx="8" fill="#0f766e"/><rect x="24" y="12" width="36" height="40" rx="8" fill="#0b5b9d" fill-opacity=".88"/><path d="M25 27h14M25 37h14" stroke="#fff" stroke-width="5" stroke-linecap="round"/></svg>
`;
