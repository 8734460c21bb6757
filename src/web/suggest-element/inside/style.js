/*
 * Colours follow the `color-scheme` of the page, dark on light or light on dark, with a contrast of at least 4.5 to 1,
 * and each can be replaced by a custom property.
 */
export const STYLE = `
:host{--ink:var(--sameas-ink,light-dark(#1d2733,#e6ebf0));--soft:var(--sameas-soft,light-dark(#556270,#a3b0bd));
--line:var(--sameas-line,light-dark(#76828e,#7d8995));--paper:var(--sameas-paper,light-dark(#fff,#161c22));
--tint:var(--sameas-tint,light-dark(#dcefed,#1c3f3c));--accent:var(--sameas-accent,light-dark(#0f766e,#5dd3c5));
--fault:var(--sameas-fault,light-dark(#a3261b,#ff9b8f));--radius:var(--sameas-radius,.375rem);
display:inline-block;inline-size:20rem;max-inline-size:100%;color:var(--ink);text-align:start}
:host([hidden]){display:none}
*{box-sizing:border-box}
label{display:block;margin-block-end:.25em;font-size:.875em;color:var(--soft)}
label:empty{display:none}
.box{display:flex;align-items:center;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius)}
.box:focus-within{outline:2px solid var(--accent);outline-offset:1px}
input{flex:1;min-inline-size:0;font:inherit;color:inherit;background:none;border:0;outline:0;margin:0;padding:.45em .65em;text-align:start}
input::placeholder{color:var(--soft);opacity:1}
input[aria-invalid=true]{text-decoration:underline wavy var(--fault)}
:host(:disabled) .box{opacity:.6}
.mark{flex:none;inline-size:1em;block-size:1em;color:var(--accent);display:none}
:host(:state(chosen)) .mark{display:block}
.mark::before{content:"";display:block;inline-size:.4em;block-size:.75em;margin-inline:.25em;border:solid;border-width:0 .15em .15em 0;transform:rotate(45deg)}
button{flex:none;font:inherit;line-height:1;inline-size:1.75em;min-block-size:1.75em;margin-inline-end:.15em;padding:0;border:0;border-radius:var(--radius);background:none;color:var(--soft);cursor:pointer}
button:hover{color:var(--ink);background:var(--tint)}
button[hidden]{display:none}
.panel{display:none;position:fixed;inset:auto;margin:0;padding:0;border:0;background:none;color:inherit;overflow:visible;z-index:1000}
.panel[data-open]{display:block}
ul,.card,.message{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);box-shadow:0 .25rem .75rem rgb(0 0 0/.2)}
ul{list-style:none;margin:0;padding:.25rem;max-block-size:var(--list-height,20rem);overflow:auto;overscroll-behavior:contain}
ul:empty,.card:empty,.message:empty{display:none}
li{display:grid;grid-template-columns:1fr auto;column-gap:.75em;align-items:baseline;padding:.4em .5em;border-radius:var(--radius);cursor:pointer;min-block-size:1.75rem;overflow-wrap:anywhere}
li[aria-selected=true]{background:var(--tint);box-shadow:inset .2em 0 0 var(--accent)}
li[aria-selected=true]:dir(rtl){box-shadow:inset -.2em 0 0 var(--accent)}
.name,.id,.description{display:block;min-inline-size:0;unicode-bidi:isolate}
.name,.id,.description{text-align:left}:dir(rtl)>:is(.name,.id,.description){text-align:right}
.id{font-size:.75em;color:var(--soft);max-inline-size:9em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.name,.description{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.description{grid-column:1/-1;font-size:.8125em;color:var(--soft)}
.message{padding:.5em .75em;color:var(--soft)}
.message[data-fault]{color:var(--fault)}
.card{padding:.75rem;font-size:.875em;line-height:1.4;max-block-size:22rem;overflow:auto;overflow-wrap:anywhere}
.card :is(p,div,li,dd){unicode-bidi:plaintext;text-align:start}.card p{margin:0 0 .4em}.card .title{font-size:1.125em;font-weight:600}.card .subtitle{color:var(--soft)}
.card strong{font-weight:600}
[data-card=right] .card,[data-card=left] .card{position:absolute;inline-size:18rem;inset-block-start:0}
[data-card=right] .card{left:calc(100% + 4px)}[data-card=left] .card{right:calc(100% + 4px)}
[data-upwards] .card{inset-block:auto 0}
[data-card=below] .card{display:none}
[data-card=below]:not([data-upwards]) .card:not(:empty){display:block;margin-block-start:4px;max-block-size:9rem}
.heard{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (forced-colors:active){li[aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}li[aria-selected=true] *{color:inherit}.mark{forced-color-adjust:none;color:CanvasText}}
`;
