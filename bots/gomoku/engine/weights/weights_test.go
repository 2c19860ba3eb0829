package weights

import (
	"bytes"
	"testing"
)

// TestFiles reads the engine's weights and writes them: the same bytes, and no number too large for the
// sums that are made of them.
func TestFiles(t *testing.T) {
	for _, rule := range []string{"freestyle", "standard", "renju"} {
		data, err := files.ReadFile(rule + ".bin")
		if err != nil {
			t.Fatal(err)
		}
		w := Of(rule)
		if !bytes.Equal(w.Encode(), data) {
			t.Errorf("%s: Encode is not what was decoded", rule)
		}
		for s := range w.Cells {
			for c, v := range w.Cells[s] {
				for _, n := range v {
					if n < -MostLane || n > MostLane {
						t.Fatalf("%s, side %d, combo %d: %v, want at most %d", rule, s, c, v, MostLane)
					}
				}
			}
		}
		for s := range w.Networks {
			for threatened := range w.Networks[s] {
				n := &w.Networks[s][threatened]
				for h := range n.In {
					for _, in := range n.In[h] {
						if in < -MostIn || in > MostIn || n.Bias[h] < -MostBias || n.Bias[h] > MostBias {
							t.Fatalf("%s, side %d: unit %d takes in %d times a sum, and %d: want at most %d and %d",
								rule, s, h, in, n.Bias[h], MostIn, MostBias)
						}
					}
				}
			}
		}
	}
}

func TestDecodeRefusesSizes(t *testing.T) {
	for _, size := range []int{0, Size - 1, Size + 1} {
		if w, err := Decode(make([]byte, size)); err == nil || w != nil {
			t.Errorf("Decode of %d bytes = %v, %v, want an error", size, w, err)
		}
	}
}
