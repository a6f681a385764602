/**
 * SHA-256 of the root certificates of the Republic (НЕГІЗГІ КУӘЛАНДЫРУШЫ ОРТАЛЫҚ, root.gov.kz): the only roots
 * that are believed without being told so. The two roots of 2015 have ended and serve only a verification at a
 * moment before.
 */
export const PRODUCTION_ROOT_PINS: readonly string[] = [
  // root_gost2015_2022.cer, GOST 34.310-2015, until 2045-09-08
  'af77725f8328bb24f89d81da3acdf7cee4324248538b7ba2cd2a860517fb9dca',
  // root_rsa_2020.cer, RSA, until 2045-09-08
  '9ba06354b626641715182e4d07c9dbaa1777720fa795d03174ffc68876535dcd',
  // root_gost_2020.cer, GOST 34.310-2004, until 2045-09-08
  'c48164ab5ccaaee6b938299a1e3aeebd6f698bb2bd716a0f0d85befc46166aa2',
  // root_gost.cer, GOST 34.310-2004, ended 2025-07-27
  '9ab210e54e6b0343321131202d9edcc2598f598cfdd9ee4ec1056021ab2e9759',
  // root_rsa.cer, RSA, ended 2025-07-27
  'a7064abc5699827f370c67b09f1a1bfd7ad5e1514d471223df209c08300ea972',
];
