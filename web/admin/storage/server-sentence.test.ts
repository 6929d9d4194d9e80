import { expect, test } from 'vitest'
import { sentenceParts } from './server-sentence.tsx'

test.each([
  ['Set S3_ENDPOINT: it is missing.', ['S3_ENDPOINT']],
  ['There is no bucket “my-bucket.x” here.', ['“my-bucket.x”']],
  ['Allow s3:GetObject, s3:PutObject and s3:DeleteObject.', ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']],
  ['It cannot be reached (ECONNREFUSED 127.0.0.1:9000).', ['127.0.0.1:9000']],
  ['Ask at localhost:3000, or storage.example.com.', ['localhost:3000', 'storage.example.com']],
  ['Share it with robot@my-project.iam.gserviceaccount.com as Editor.', ['robot@my-project.iam.gserviceaccount.com']],
  ['The scope is https://www.googleapis.com/auth/drive.', ['www.googleapis.com']],
  ['Nothing is set in codes... Nothing: at all - really.', []],
])('%s', (sentence, codes) => {
  const parts = sentenceParts(sentence)
  expect(parts.map(({ text }) => text).join('')).toBe(sentence)
  expect(parts.filter(({ isCode }) => isCode).map(({ text }) => text)).toEqual(codes)
})
