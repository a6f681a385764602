import './pdf-stand-ins.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
