/**
 * The six categories and the four currencies: each currency has a rim of its own (smooth, notched, scalloped, beaded
 * octagon).
 * Original drawings of this project, made from the rules.
 */
import type { Symbols } from '../../art/svg'

export const alhambraSymbols: Symbols = {
  pavilion: `<path fill="var(--ca-pavilion)" d="M22 46C22 28 38 22 47 15L50 8l3 7c9 7 25 13 25 31z"/>
    <path fill="var(--white)" d="M16 46h68v9H16z"/>
    <path fill="var(--stone)" d="M22 55h8v31h-8zM46 55h8v31h-8zM70 55h8v31h-8z"/>
    <path fill="none" d="M30 68q8-11 16 0M54 68q8-11 16 0"/>
    <path fill="var(--white)" d="M12 86h76v7H12z"/>
    <path fill="none" d="M37 28v18M50 20v26M63 28v18" opacity=".55"/>`,
  seraglio: `<path fill="var(--ca-seraglio)" d="M30 50V44c0-12 14-16 20-28 6 12 20 16 20 28v6z"/>
    <path fill="var(--ca-seraglio)" d="M8 60v-4c0-7 8-9 11-17 3 8 11 10 11 17v4zM70 60v-4c0-7 8-9 11-17 3 8 11 10 11 17v4z"/>
    <path fill="none" d="M50 16V7M50 7l5 3-5 3"/>
    <path fill="var(--white)" d="M8 60h22v-10h40v10h22v32H8z"/>
    <path fill="var(--ca-seraglio)" d="M40 92V74a10 11 0 1 1 20 0v18z"/>
    <path fill="var(--stone)" d="M14 68h10v12H14zM76 68h10v12H76z"/>
    <path fill="none" d="M19 68v12M14 74h10M81 68v12M76 74h10"/>`,
  arcades: `<path fill="var(--stone)" d="M8 24h84v66H8z"/>
    <path fill="var(--ca-arcades)" d="M5 14h90v11H5z"/>
    <path fill="var(--ca-arcades)" d="M14 90V54c-2-4-2-8 0-11a10 10 0 0 1 18 0c2 3 2 7 0 11v36zM41 90V54c-2-4-2-8 0-11a10 10 0 0 1 18 0c2 3 2 7 0 11v36zM68 90V54c-2-4-2-8 0-11a10 10 0 0 1 18 0c2 3 2 7 0 11v36z"/>
    <path fill="var(--white)" d="M8 54h6M8 90"/>
    <path fill="none" d="M8 31h84" opacity=".6"/>`,
  chambers: `<path fill="var(--white)" d="M12 40h50v52H12z"/>
    <path fill="var(--ca-chambers)" d="M62 56h28v36H62z"/>
    <path fill="var(--white)" d="M12 40v-8h8v5h9v-5h8v5h9v-5h8v5h8v3M62 56v-7h7v4h7v-4h7v4h7v3"/>
    <path fill="var(--p-slate)" d="M22 66V56a6 6 0 0 1 12 0v10zM42 66V56a6 6 0 0 1 12 0v10z"/>
    <path fill="var(--wood)" d="M30 92V80a8 8 0 0 1 16 0v12z"/>
    <path fill="var(--p-slate)" d="M70 76v-6a6 6 0 0 1 12 0v6z"/>
    <path fill="var(--white)" d="M22 32V17h22v15"/>
    <path fill="var(--roof)" d="M19 17l14-9 14 9z"/>`,
  garden: `<path fill="var(--ca-garden)" d="M24 74C12 66 15 26 24 10c9 16 12 56 0 64z"/>
    <path fill="var(--wood)" d="M21 74h6v14h-6z"/>
    <circle fill="var(--leaf)" cx="68" cy="40" r="21"/>
    <path fill="var(--wood)" d="M65 60h6v28h-6z"/>
    <g fill="var(--p-ochre)">
    <circle cx="60" cy="35" r="4.5"/>
    <circle cx="73" cy="30" r="4.5"/>
    <circle cx="76" cy="46" r="4.5"/>
    <circle cx="62" cy="49" r="4.5"/>
    </g>
    <path fill="var(--water)" d="M36 82c0-5 6-8 13-8s13 3 13 8-6 8-13 8-13-3-13-8z"/>
    <path fill="none" d="M8 91h84"/>
    <path fill="none" d="M20 30q4 4 8 0M18 46q6 5 12 0M19 60q5 4 10 0" opacity=".5"/>`,
  tower: `<path fill="var(--ca-tower)" d="M30 32h40v58H30z"/>
    <path fill="var(--ca-tower)" d="M24 32V14h10v8h11v-8h10v8h11v-8h10v18z"/>
    <path fill="var(--white)" d="M43 60V50a7 7 0 0 1 14 0v10z"/>
    <path fill="var(--white)" d="M43 90V78a7 7 0 0 1 14 0v12z"/>
    <path fill="none" d="M24 32h52M30 68h40"/>
    <path fill="var(--stone)" d="M18 90h64v5H18z"/>
    <path fill="none" d="M50 14V4l11 4-11 4"/>`,
  florin: `<circle fill="var(--cu-florin)" cx="50" cy="50" r="44"/>
    <circle fill="none" cx="50" cy="50" r="39"/>
    <circle cx="50" cy="50" r="31" fill="var(--white)" fill-opacity=".55"/>
    <g fill="var(--cu-florin-deep)" stroke="none">
    <path d="M50 26c7 8 9 15 5 24h-10c-4-9-2-16 5-24z"/>
    <path d="M42 51c-9 2-15-2-16-9-1-5 5-8 9-4 4 3 5 8 7 13zM58 51c9 2 15-2 16-9 1-5-5-8-9-4-4 3-5 8-7 13z"/>
    <path d="M36 54h28v6H36zM47 61h6l3 14H44z"/>
    </g>`,
  dirham: `<polygon fill="var(--cu-dirham)" points="50,4 57.6,11.7 67.6,7.5 71.7,17.6 82.5,17.5 82.4,28.3 92.5,32.4 88.3,42.4 96,50 88.3,57.6 92.5,67.6 82.4,71.7 82.5,82.5 71.7,82.4 67.6,92.5 57.6,88.3 50,96 42.4,88.3 32.4,92.5 28.3,82.4 17.5,82.5 17.6,71.7 7.5,67.6 11.7,57.6 4,50 11.7,42.4 7.5,32.4 17.6,28.3 17.5,17.5 28.3,17.6 32.4,7.5 42.4,11.7"/>
    <circle cx="50" cy="50" r="31" fill="var(--white)" fill-opacity=".55"/>
    <path fill="var(--cu-dirham-deep)" stroke="none" d="M60 29a24 24 0 1 0 10 36 19 19 0 1 1-10-36z"/>
    <polygon fill="var(--cu-dirham-deep)" stroke="none" points="64,38 66.4,43.8 72.6,44.2 67.8,48.2 69.3,54.3 64,51 58.7,54.3 60.2,48.2 55.4,44.2 61.6,43.8"/>`,
  denar: `<circle fill="var(--cu-denar)" cx="87" cy="50" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="82" cy="68.5" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="68.5" cy="82" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="50" cy="87" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="31.5" cy="82" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="18" cy="68.5" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="13" cy="50" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="18" cy="31.5" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="31.5" cy="18" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="50" cy="13" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="68.5" cy="18" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="82" cy="31.5" r="9.5"/>
    <circle fill="var(--cu-denar)" cx="50" cy="50" r="36" stroke="none"/>
    <circle cx="50" cy="50" r="31" fill="var(--white)" fill-opacity=".55"/>
    <polygon fill="var(--cu-denar-deep)" stroke="none" points="50,25 55.4,37.1 67.7,32.3 62.9,44.6 75,50 62.9,55.4 67.7,67.7 55.4,62.9 50,75 44.6,62.9 32.3,67.7 37.1,55.4 25,50 37.1,44.6 32.3,32.3 44.6,37.1"/>
    <circle cx="50" cy="50" r="7" fill="var(--white)" stroke="none"/>`,
  ducat: `<polygon fill="var(--cu-ducat)" points="93.4,68 68,93.4 32,93.4 6.6,68 6.6,32 32,6.6 68,6.6 93.4,32"/>
    <circle cx="89" cy="50" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="86" cy="64.9" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="77.6" cy="77.6" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="64.9" cy="86" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="50" cy="89" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="35.1" cy="86" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="22.4" cy="77.6" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="14" cy="64.9" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="11" cy="50" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="14" cy="35.1" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="22.4" cy="22.4" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="35.1" cy="14" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="50" cy="11" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="64.9" cy="14" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="77.6" cy="22.4" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="86" cy="35.1" r="3.4" fill="var(--cu-ducat-deep)" stroke="none"/>
    <circle cx="50" cy="50" r="31" fill="var(--white)" fill-opacity=".55"/>
    <g fill="none" stroke="var(--cu-ducat-deep)" stroke-width="7">
    <circle cx="50" cy="38" r="9"/>
    <path d="M50 48v24M50 60h10M50 70h8"/>
    </g>`,
}
