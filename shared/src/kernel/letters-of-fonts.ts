/**
 * The code points that the fonts of our papers can show: each range as the gap before it and what follows its first, in
 * base 36. Written by `paper-letters.test.ts` of the server.
 */
export const LETTERS_OF_FONTS =
  'w,2n x,k7 3,5 5,6 2 2,j 2,1q f,8v 65 l0,3j 1h8 1x1,g 5 2,7 c2,8 3c,6x 2,7u 3,5 3,11 3,5 3,7 2 2 2 2,u 3,1g 2,e 2,d 3,5 2,i 3,2 2,8 2,2s 2,b 3,q 2,c 4,w g,f 2,f g,2n 10,1 5 7,a8 2 3,1 2,3 5,3 3,i 3,1 6 4,21 l,1 6,u l,2 c,b 2,1p q,a 16,1 25 1q 6 6 4 4 4 1k x,1 5 9 4 4 4 4,3 d,2x 5,4 2,f 3 4 4,g 2 2 6,13 c 3,h 3,5 2 2,1 2,3 4 2 3,2 4,2 b,10 8,1 6,5 2,3 3 3,t 3,2d v,rj 3,v 2,2w 2p,v 9t,3h c5 u d gq 2 5d3,1r hfl,2n 2p,5m 6,1 2 2,4 p,d 74 1b ea,1n fpx,6 l6 e,1 h,f 5s 2k 2 4c,4 8z,26 2,c 4 1c,19 6b,r w5,5 2,15 2,8 143q,j d,j d,2e a,o 3s,2c 2,1y 2,1 3 3,1 3,3 2,b 2 2,6 2,1s 2,3 3,7 2,6 2,r 2,3 2,4 2 4,6 2,9f 3,83 3,1d 1dt,u 3c2,17 5,2r d,e 3,e 2,e 2,10 o,2 2m,4 d,1 f 3,9 j 1l,p 2,1 o l 3,8 m,1 4v,g5 4,5 2,ax 3,g 4,c 3c,2 5,2m 7,b 5 g,b 5,1j 9,9 7,13 9,t 3,1 27,9f d,d 3,c 4,1y 2 4,h 2,c 4,b 6,42 2,1i 12,9 gvnb,9 14,p 5 2nom,9 n2 2,9';
